/**
 * Tests the notifications when a truck starts and leaves for a site.
 * Each is sent once and never too late.
 */

import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { renderInEnglish } from '#contract/notifications/fixtures.ts'
import { commandJobs } from '../runner/fixtures.ts'
import { createDeliveryPolicy, createTruckPolicy } from './truck-policies.ts'

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

// Tests that each dispute, settlement and unexpected weight notifies the right roles once.
const delivery = { deliveryId: 'DEL-T1-1-AN', siteId: 'WS001' }
const northOpened = { type: 'SiteOpened', data: { siteId: 'WS001', name: 'North' } } as Event
const disputed = {
  type: 'CompositionDisputed',
  data: { ...delivery, sealed: 's', disputedBy: 'r1', disputedAt: at },
} as Event
const settled = (accepted: boolean, composition?: Record<string, number>): Event => ({
  type: 'DisputeSettled',
  data: { ...delivery, accepted, composition, settledBy: 'd1', settledAt: at },
})
const weighed = (weight: number, before?: number) =>
  ({ type: 'DeliveryWeighed', data: { ...delivery, ticket: '7', weight, before, recordedAt: at } }) as Event

function toldAfter(...events: Event[]) {
  const policy = createDeliveryPolicy(() => new Date(at))
  for (const event of [northOpened, ...events]) policy.evolve(event)
  return commandJobs(policy.outstanding()).map(({ data }) => data)
}

describe('the delivery policy', () => {
  it('notifies dispatchers of a dispute, once', () => {
    const [told] = toldAfter(disputed)
    expect(told?.type === 'NotifyRole' && renderInEnglish(told)).toMatchObject({
      audience: 'dispatcher',
      title: 'Composition Disputed',
      metadata: { siteName: 'North' },
    })
    const sent = { type: 'NotificationSent', data: { notificationId: `dispute-${delivery.deliveryId}-${at}` } } as Event
    expect(toldAfter(disputed, sent)).toEqual([])
  })
  it('notifies recyclers of its end', () => {
    const messages = [settled(true, { plastic: 100 }), settled(true), settled(false)].map((one) => toldAfter(one)[0])
    expect(messages.map((one) => one?.type === 'NotifyRole' && [one.audience, renderInEnglish(one).message])).toEqual([
      ['recycler', 'You were right about delivery DEL-T1-1-AN to North: your composition is in use now.'],
      ['recycler', 'You were right about delivery DEL-T1-1-AN to North: its composition is unknown now.'],
      ['recycler', 'The composition of delivery DEL-T1-1-AN to North stays the same.'],
    ])
  })
  it('notifies dispatchers of a weight that is off by more than half, either way', () => {
    const counts = [weighed(901, 600), weighed(299, 600), weighed(900, 600), weighed(300, 600), weighed(9_000)]
    expect(counts.map((one) => toldAfter(one).length)).toEqual([1, 1, 0, 0, 0])
  })
})
