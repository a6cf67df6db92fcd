/** Tests the notifications when a truck starts and when it leaves for a site. Each is sent once and never too late. */

import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { renderInEnglish } from '#contract/notifications/fixtures.ts'
import { commandJobs } from '../runner/fixtures.ts'
import { createTruckPolicy } from './truck-policy.ts'

const at = '2026-03-01T08:00:00.000Z'
const NORTH = 'Ablekuma North'
const site = (type: 'SiteOpened' | 'SiteChanged', name: string) => ({ type, data: { siteId: 'WS001', name } }) as Event
const about = { scheduleId: 'S1', vehicleId: 'T001', zone: NORTH }
const scheduled = (plan?: object) =>
  ({
    type: 'CollectionScheduled',
    data: { ...about, reportsCount: 116, estimatedDistance: 1, plan },
  }) as unknown as Event
const started = { type: 'CollectionStarted', data: { ...about, reportIds: [], startedAt: at } } as Event
const ended = (type: 'CollectionCompleted' | 'CollectionCancelled') => ({ type, data: about }) as Event
const load = (zone: string, more: object = {}) => ({
  deliveryId: `DEL-${zone}`,
  zone,
  reportIds: ['u1.1', 'u2.1'],
  weight: 600,
  ...more,
})
const left = (...loads: object[]) =>
  ({
    type: 'TruckDispatched',
    data: {
      dispatchId: 'COL-T001-1',
      vehicleId: 'T001',
      siteId: 'WS001',
      loads,
      scheduleIds: ['S1'],
      estimatedArrival: '2026-03-01T09:00:00.000Z',
      dispatchedBy: 'd1',
      dispatchedAt: at,
    },
  }) as unknown as Event
const sent = (notificationId: string) => ({ type: 'NotificationSent', data: { notificationId } }) as Event

function outstandingAfter(events: Event[], now = at) {
  const policy = createTruckPolicy(() => new Date(now))
  for (const event of events) policy.evolve(event)
  return commandJobs(policy.outstanding())
}
const idsAfter = (...events: Event[]) => outstandingAfter(events).map(({ id }) => id)
const saidAfter = (...events: Event[]) =>
  outstandingAfter(events).map(({ data: command }) => {
    if (command.type !== 'NotifyRole') throw new Error(command.type)
    const { audience, kind, title, message } = renderInEnglish(command)
    return [audience, kind, title, message]
  })

describe('the truck policy', () => {
  it('notifies dispatchers of a departing truck and its purpose', () => {
    const said = (message: string) => [['dispatcher', 'dispatch', 'Collection Started', message]]
    const plan = { reports: 104, trips: 1, km: 25, litres: 2.9 }
    expect(saidAfter(scheduled(plan), started)).toEqual(
      said('Truck T001 has set out to Ablekuma North for 104 reports.'),
    )
    expect(saidAfter(scheduled(), started)).toEqual(said('Truck T001 has set out to Ablekuma North for 116 reports.'))
    for (const end of ['CollectionCompleted', 'CollectionCancelled'] as const)
      expect(saidAfter(scheduled(plan), ended(end), started)).toEqual(said('Truck T001 has set out to Ablekuma North.'))
  })

  it('notifies dispatchers and recyclers of a truck that leaves for a site', () => {
    const events = [site('SiteOpened', 'Old'), site('SiteChanged', 'North Dumping Site')]
    expect(saidAfter(...events, left(load(NORTH, { alsoCollected: 1 }), load('Ayawaso West')))).toEqual([
      [
        'dispatcher',
        'dispatch',
        'Truck Sent',
        'Truck T001 left for North Dumping Site with the waste of 5 reports from Ablekuma North and Ayawaso West, expected at 09:00.',
      ],
      [
        'recycler',
        'dispatch',
        'Delivery on Its Way',
        'Truck T001 is on its way to North Dumping Site with about 1.2\u00a0t from Ablekuma North and Ayawaso West, expected at 09:00.',
      ],
    ])
    const byHand = saidAfter(...events, left(load(NORTH, { reportIds: [], alsoCollected: 0, weight: 450 })))
    expect(byHand[0]?.at(-1)).toBe(
      'Truck T001 left for North Dumping Site with about 0.5\u00a0t from Ablekuma North, expected at 09:00.',
    )
    const [{ data: command } = {}] = outstandingAfter([...events, left(load(NORTH))])
    const metadata = {
      siteId: 'WS001',
      siteName: 'North Dumping Site',
      vehicleId: 'T001',
      deliveryIds: [`DEL-${NORTH}`],
    }
    expect(command).toMatchObject({ metadata, at })
  })

  it('says nothing of what has not set out', () =>
    expect(idsAfter(left(load(NORTH, { status: 'pending' })))).toEqual([]))

  it('notifies each once', () => {
    const ids = ['notify-route-S1', 'notify-truck-COL-T001-1-dispatcher', 'notify-truck-COL-T001-1-recycler']
    const events = [scheduled(), started, left(load(NORTH))]
    expect(idsAfter(...events)).toEqual(ids)
    expect(idsAfter(...events, sent('route-S1'), sent('truck-COL-T001-1-recycler'))).toEqual([ids[1]])
  })

  it('sends no old news', () => {
    expect(outstandingAfter([started, left(load(NORTH))], '2026-03-02T08:00:00.000Z')).toHaveLength(3)
    expect(outstandingAfter([started, left(load(NORTH))], '2026-03-02T08:00:00.001Z')).toEqual([])
  })
})
