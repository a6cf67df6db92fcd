/**
 * Tests that digests are queued in advance, once per period and user.
 * A missed digest follows within a day; earlier periods get none.
 */
import { describe, expect, it } from 'vitest'
import type { Event } from '#contract/events.ts'
import type { Role } from '#domain/city.ts'
import { createDigestPolicy } from './digest-policy.ts'

/** A Wednesday. */
const NOON = '2026-03-04T12:00:00.000Z'
const LONG_AGO = Date.parse('2025-06-01T08:00:00.000Z')

const registered = (role: Role, userId = 'u1'): Event => ({
  type: 'AccountRegistered',
  data: { userId, role, sealed: 's', registeredAt: '2025-05-28T08:00:00.000Z' },
})
const reassigned = (role: Role): Event => ({
  type: 'AccountReassigned',
  data: { userId: 'u1', role, changedBy: 'a1', changedAt: NOON },
})
const saved = (option: string, on: boolean): Event => ({
  type: 'SettingsSaved',
  data: { userId: 'u1', settings: { darkMode: true, notifications: { [option]: on } }, savedAt: NOON },
})
const sent = (notificationId: string, userId = 'u1') =>
  ({ type: 'NotificationSent', data: { notificationId, userId, kind: 'digest' } }) as Event
const erased: Event = { type: 'AccountErased', data: { userId: 'u1', erasedAt: NOON } }

/**
 * Returns the jobs that the policy has outstanding at `now` after the given events.
 * An event without a time is treated as long past.
 */
function outstandingAt(now: string, ...events: (Event | [Event, string])[]) {
  const policy = createDigestPolicy(() => new Date(now))
  for (const one of events)
    if (Array.isArray(one)) policy.evolve(one[0], Date.parse(one[1]))
    else policy.evolve(one, LONG_AGO)
  return policy.outstanding()
}
const idsAt = (...given: Parameters<typeof outstandingAt>) => outstandingAt(...given).map(({ id }) => id)
const TODAY = 'digest-daily-2026-03-04-u1'
const YESTERDAY = 'digest-daily-2026-03-03-u1'
const notified = (jobId: string) => sent(jobId.replace('digest-', ''))

describe('the daily report', () => {
  it('is asked for ahead, to be sent at 18:00', () =>
    expect(outstandingAt(NOON, registered('dispatcher'), notified(YESTERDAY))).toEqual([
      {
        id: TODAY,
        job: 'digest',
        data: {
          digest: 'daily',
          userId: 'u1',
          day: '2026-03-04',
          from: '2026-03-03T18:00:00.000Z',
          until: '2026-03-04T18:00:00.000Z',
        },
        notBefore: '2026-03-04T18:00:00.000Z',
      },
    ]))

  it('that was missed is sent at once and once, and those before it never', () => {
    const days = [registered('dispatcher'), sent('daily-2026-02-20-u1')]
    expect(idsAt(NOON, ...days)).toEqual([YESTERDAY, TODAY])
    expect(outstandingAt(NOON, ...days)[0]?.notBefore).toBe('2026-03-03T18:00:00.000Z')
    expect(idsAt(NOON, ...days, notified(YESTERDAY))).toEqual([TODAY])
  })

  it('goes on with the next day when it was sent', () => {
    const at = '2026-03-04T18:00:00.100Z'
    expect(idsAt(at, registered('dispatcher'))).toEqual([TODAY, 'digest-daily-2026-03-05-u1'])
    expect(idsAt(at, registered('dispatcher'), notified(TODAY))).toEqual(['digest-daily-2026-03-05-u1'])
  })

  it('is not missed by who was not there yet, by the time of the log and not the date that the account bears', () =>
    expect(idsAt(NOON, [registered('dispatcher'), '2026-03-04T09:00:00.000Z'])).toEqual([TODAY]))

  it('is a background job for all readers but the first', () => {
    const readers = ['u1', 'u2', 'u3'].map((user) => registered('dispatcher', user))
    const ranks = outstandingAt(NOON, ...readers, notified(YESTERDAY)).map(({ background }) => background)
    expect(ranks).toEqual([undefined, 2, 3, 4, 5])
  })

  it('is for each who wants it, from when they do', () => {
    const off = saved('daily_reports', false)
    expect(idsAt(NOON, registered('dispatcher'), registered('dispatcher', 'u2'), off)).toEqual([
      'digest-daily-2026-03-03-u2',
      'digest-daily-2026-03-04-u2',
    ])
    expect(idsAt(NOON, registered('dispatcher'), off, [saved('daily_reports', true), NOON])).toEqual([TODAY])
    expect(idsAt(NOON, registered('dispatcher'), [saved('route_alerts', false), NOON])).toEqual([YESTERDAY, TODAY])
  })
})

describe('a report by the city’s clocks', () => {
  const inZone = (timeZone: string) =>
    ({ type: 'ConfigurationChanged', data: { configuration: { city: { timeZone } } } }) as Event
  it('is asked for at 18:00 there', () =>
    expect(outstandingAt(NOON, registered('dispatcher'), inZone('Asia/Tokyo'), notified(TODAY))).toMatchObject([
      { id: 'digest-daily-2026-03-05-u1', notBefore: '2026-03-05T09:00:00.000Z' },
    ]))
  it('is sent once a day, though the clocks that it goes by are others by now', () =>
    expect(
      idsAt('2026-03-04T23:30:00.000Z', registered('dispatcher'), notified(TODAY), inZone('America/New_York')),
    ).toEqual(['digest-daily-2026-03-05-u1']))
})

describe('the weekly report', () => {
  it('is sent on Mondays at 7:00', () =>
    expect(outstandingAt(NOON, registered('recycler'))).toMatchObject([
      {
        id: 'digest-weekly-2026-03-09-u1',
        notBefore: '2026-03-09T07:00:00.000Z',
        job: 'digest',
        data: { digest: 'weekly' },
      },
    ]))
  it('that was missed is sent until Tuesday', () => {
    expect(idsAt('2026-03-10T06:59:00.000Z', registered('recycler'))).toEqual([
      'digest-weekly-2026-03-09-u1',
      'digest-weekly-2026-03-16-u1',
    ])
    expect(idsAt('2026-03-10T07:00:00.000Z', registered('recycler'))).toEqual(['digest-weekly-2026-03-16-u1'])
  })
})

describe('a recycler’s report', () => {
  const every = (reportEvery: 'day' | 'week', on = true): Event => ({
    type: 'SettingsSaved',
    data: {
      userId: 'u1',
      settings: { darkMode: true, reportEvery, notifications: { weekly_reports: on } },
      savedAt: NOON,
    },
  })
  const DAILY = 'digest-daily-sites-2026-03-04-u1'
  it('is daily for who chose that, from then on', () => {
    expect(idsAt(NOON, registered('recycler'), [every('day'), NOON])).toEqual([DAILY])
    expect(idsAt(NOON, registered('recycler'), every('day'))).toEqual(['digest-daily-sites-2026-03-03-u1', DAILY])
    expect(idsAt(NOON, registered('recycler'), every('day'), every('week'))).toEqual(['digest-weekly-2026-03-09-u1'])
  })
  it('is none where it is switched off, however often', () =>
    expect(idsAt(NOON, registered('recycler'), every('day', false))).toEqual([]))
  it('is as often as they chose in another role', () =>
    expect(idsAt(NOON, registered('resident'), every('day'), [reassigned('recycler'), NOON])).toEqual([DAILY]))
})

describe('a report', () => {
  it.each(['resident', 'admin', 'auditor'] as const)('is not what a %s has', (role) =>
    expect(idsAt(NOON, registered(role), saved('collection', true))).toEqual([]),
  )
  it('is that of the role by now', () => {
    expect(idsAt(NOON, registered('resident'), [reassigned('dispatcher'), NOON])).toEqual([TODAY])
    expect(idsAt(NOON, registered('dispatcher'), [reassigned('recycler'), NOON])).toEqual([
      'digest-weekly-2026-03-09-u1',
    ])
    expect(idsAt(NOON, registered('dispatcher'), reassigned('auditor'))).toEqual([])
  })
  it('is sent to nobody who is gone', () => expect(idsAt(NOON, registered('dispatcher'), erased)).toEqual([]))
})
