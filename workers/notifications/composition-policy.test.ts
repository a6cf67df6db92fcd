/**
 * Tests that recyclers are notified once per composition.
 * About a nearly full site, all people concerned are notified, and never too late.
 */

import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { renderInEnglish } from '#contract/notifications/fixtures.ts'
import type { OutstandingJob } from '../runner/policy.ts'
import { createCompositionPolicy } from './composition-policy.ts'

const at = '2026-03-01T08:00:00.000Z'
const HOUR = 60 * 60_000
const opened: Event = {
  type: 'SiteOpened',
  data: {
    siteId: 'WS001',
    name: 'North Dumping Site',
    location: 'Accra',
    coordinates: { lat: 5, lng: 0 },
    maxCapacity: 1_000,
    currentCapacity: 750,
    composition: { plastic: 100 },
    openedBy: 'system',
    openedAt: at,
  },
}
const renamed: Event = {
  type: 'SiteChanged',
  data: {
    siteId: 'WS001',
    name: 'Hill Site',
    location: 'Accra',
    coordinates: { lat: 5, lng: 0 },
    changedBy: 'd1',
    changedAt: at,
  },
}
const updated = (number: number, currentCapacity: number, crossed: boolean): Event => ({
  type: 'SiteCompositionUpdated',
  data: {
    siteId: 'WS001',
    number,
    composition: { plastic: 100 },
    currentCapacity,
    source: 'typed',
    arrived: [],
    crossed,
    updatedBy: 'd1',
    updatedAt: at,
  },
})
const sent = (notificationId: string) => ({ type: 'NotificationSent', data: { notificationId } }) as Event

function outstandingAfter(hours: number, ...events: Event[]) {
  const policy = createCompositionPolicy(() => new Date(Date.parse(at) + hours * HOUR))
  for (const event of events) policy.evolve(event)
  return policy.outstanding()
}
const wordsOf = (job: OutstandingJob | undefined) => job && 'text' in job.data && renderInEnglish(job.data)
const idsAfter = (...events: Event[]) => outstandingAfter(0, ...events).map(({ id }) => id)

describe('the composition policy', () => {
  it('notifies recyclers of a new composition', () =>
    expect(outstandingAfter(0, opened, updated(1, 800, false))).toEqual([
      {
        id: 'notify-composition-WS001-1',
        job: 'send-command',
        data: {
          type: 'NotifyRole',
          notificationId: 'composition-WS001-1',
          audience: 'recycler',
          kind: 'composition',
          text: { kind: 'composition-updated', values: { site: 'North Dumping Site' } },
          metadata: {
            siteId: 'WS001',
            siteName: 'North Dumping Site',
            updateType: 'composition',
            composition: { plastic: 100 },
            currentCapacity: 800,
          },
          at,
        },
      },
    ]))

  it('notifies recyclers and dispatchers of a site above 90 %, by its present name', () => {
    const [, recyclers, dispatchers] = outstandingAfter(0, opened, renamed, updated(1, 951, true))
    const message = 'Hill Site is 95\u00a0% full: 951 of 1,000\u00a0t. Plan to send trucks to another site.'
    expect(wordsOf(recyclers)).toMatchObject({ audience: 'recycler', kind: 'capacity', message })
    expect(wordsOf(dispatchers)).toMatchObject({ audience: 'dispatcher', kind: 'capacity', message })
  })
  it('says when a site is full', () => {
    const [, recyclers] = outstandingAfter(0, opened, updated(1, 1_020, true))
    expect(wordsOf(recyclers)).toMatchObject({
      message: 'North Dumping Site is full: it holds 1,020 of 1,000\u00a0t. Send trucks to another site.',
    })
  })

  it('asks for nothing that was sent', () =>
    expect(idsAfter(opened, updated(1, 951, true), sent('composition-WS001-1'))).toEqual([
      'notify-capacity-WS001-1-recycler',
      'notify-capacity-WS001-1-dispatcher',
    ]))
  it('notifies nobody of events older than a day', () =>
    expect(outstandingAfter(25, opened, updated(1, 951, true))).toEqual([]))
})
