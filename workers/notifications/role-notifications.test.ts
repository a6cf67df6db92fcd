/**
 * Tests notifications that are sent to all users of a role.
 * Recyclers are notified once per composition.
 * When a site is nearly full, recyclers and dispatchers are notified in time.
 */

import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import { renderInEnglish } from '#contract/notifications/fixtures.ts'
import { commandJobs } from '../runner/fixtures.ts'
import type { OutstandingJob } from '../runner/policy.ts'
import {
  createCompositionNotificationPolicy,
  createForecastNewsPolicy,
  createReopenedReportPolicy,
} from './role-notifications.ts'

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
  const policy = createCompositionNotificationPolicy(() => new Date(Date.parse(at) + hours * HOUR))
  for (const event of events) policy.evolve(event)
  return policy.outstanding()
}
const wordsOf = (job: OutstandingJob | undefined) => job && 'text' in job.data && renderInEnglish(job.data)
const idsAfter = (...events: Event[]) => outstandingAfter(0, ...events).map(({ id }) => id)

describe('the composition policy', () => {
  it('ranks further notifications about a site, so that they do not delay other jobs', () => {
    const jobs = outstandingAfter(0, opened, ...[1, 2, 3].map((number) => updated(number, 800, false)))
    expect(jobs.map(({ background }) => background)).toEqual([undefined, 2, 3])
  })

  it('replaces the oldest of too many pending notifications about a site', () => {
    const many = Array.from({ length: 80 }, (_, n) => updated(n + 1, 800, false))
    const ids = idsAfter(opened, ...many)
    expect(ids).toHaveLength(50)
    expect(ids).not.toContain('notify-composition-WS001-30')
    expect(ids).toContain('notify-composition-WS001-80')
    expect(idsAfter(opened, ...many, sent('composition-WS001-80'), updated(81, 800, false))).toHaveLength(50)
  })

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

// Tests the notification about a forecast, also on days that may have no loads.
const madeAt = '2026-11-25T02:00:00.000Z'

function messageOf(regularity: { days: number; of: number } | undefined): unknown {
  const policy = createForecastNewsPolicy(() => new Date(madeAt))
  const data = {
    forecastId: 'nightly-2026-11-25',
    madeOn: '2026-11-25',
    madeAt,
    regularity,
    city: [{ date: '2026-11-26', p10: 11.2, p50: 14.6, p90: 18 }],
  }
  policy.evolve({ type: 'ForecastMade', data } as unknown as Event)
  return policy.outstanding().map(({ data }) => 'text' in data && renderInEnglish(data).message)
}

it('says that loads may not come, where they do not come daily', () =>
  expect(messageOf({ days: 5, of: 28 })).toEqual([
    'If loads arrive on Thu 26 Nov, about 14.6\u00a0t of waste is expected, likely 11.2 to 18.0\u00a0t. Loads came on 5 of the last 28 days.',
  ]))

it.each([[{ days: 28, of: 28 }], [undefined]])('says what is expected where they come daily: %j', (regularity) =>
  expect(messageOf(regularity)).toEqual([
    'About 14.6\u00a0t of waste is expected on Thu 26 Nov, likely 11.2 to 18.0\u00a0t.',
  ]),
)

// Dispatchers are notified once if a resident says that the bin was not collected.
// They are not notified if they undo their own mark.
const reopened = (reason: 'not-collected' | 'mistake') =>
  ({
    type: 'ReportReopened',
    data: { reportId: 'u1.2', previousId: 'u1.1', userId: 'u1', zone: 'Ablekuma North', reason, reopenedAt: at },
  }) as Event

function reopeningsToldAfter(now: string, ...events: Event[]) {
  const policy = createReopenedReportPolicy(() => new Date(now))
  for (const event of events) policy.evolve(event)
  return commandJobs(policy.outstanding())
}

it('notifies of it without a name, until it was sent', () => {
  const [told] = reopeningsToldAfter(at, reopened('not-collected'))
  expect(told?.data.type === 'NotifyRole' && renderInEnglish(told.data)).toMatchObject({
    audience: 'dispatcher',
    title: 'Not Collected',
  })
  expect(JSON.stringify(told?.data)).toContain('Ablekuma North')
  const sent = { type: 'NotificationSent', data: { notificationId: 'reopened-u1.2' } } as Event
  expect(reopeningsToldAfter(at, reopened('not-collected'), sent)).toEqual([])
})
it('notifies nobody of what dispatchers reverted themselves, nor of what is a day old', () => {
  expect(reopeningsToldAfter(at, reopened('mistake'))).toEqual([])
  expect(reopeningsToldAfter('2026-03-03T08:00:00.000Z', reopened('not-collected'))).toEqual([])
})
