/** Tests digest times: daily 18:00 and Mondays 7:00, city time. */
import { describe, expect, it } from 'vitest'
import { ROLES } from '#domain/city.ts'
import { type Digest, digestDueTimes, digestIdOf, digestOf, digestPeriodOf } from './digests.ts'
import { NOTIFICATION_OPTIONS, wantsNotification } from './notifications.ts'

const around = (digest: Digest, now: string, timeZone = 'Africa/Accra') =>
  digestDueTimes(digest, timeZone, Date.parse(now))

describe('a report', () => {
  it.each([
    ['daily', '2026-03-04T18:00:00.000Z', '2026-03-04T18:00:00.000Z'],
    ['daily', '2026-03-04T17:59:59.999Z', '2026-03-03T18:00:00.000Z'],
    ['daily', '2026-03-01T00:00:00.000Z', '2026-02-28T18:00:00.000Z'],
    ['weekly', '2026-03-02T07:00:00.000Z', '2026-03-02T07:00:00.000Z'],
    ['weekly', '2026-03-02T06:59:59.999Z', '2026-02-23T07:00:00.000Z'],
    ['weekly', '2026-03-08T23:00:00.000Z', '2026-03-02T07:00:00.000Z'],
  ] as const)('%s, asked for at %s, was last due at %s', (digest, now, expected) =>
    expect(around(digest, now).last.until).toBe(expected),
  )

  it('tells of the time since the one before it', () => {
    expect(around('daily', '2026-03-01T18:00:00.000Z').last.from).toBe('2026-02-28T18:00:00.000Z')
    expect(around('weekly', '2026-03-02T07:00:00.000Z').last.from).toBe('2026-02-23T07:00:00.000Z')
  })

  it.each([
    // New York's clock changes: 8 March 2026 has 23 hours, 1 November 25.
    ['daily', '2026-03-07T23:30:00.000Z', '2026-03-07T23:00:00.000Z', '2026-03-08T22:00:00.000Z'],
    ['daily', '2026-11-01T22:30:00.000Z', '2026-10-31T22:00:00.000Z', '2026-11-01T23:00:00.000Z'],
    ['weekly', '2026-03-09T10:59:59.000Z', '2026-03-02T12:00:00.000Z', '2026-03-09T11:00:00.000Z'],
  ] as const)('%s in New York, at %s: the last was at %s, the next is at %s', (digest, now, last, next) => {
    const due = around(digest, now, 'America/New_York')
    expect([due.last.until, due.next.until]).toEqual([last, next])
    expect(due.next.from).toBe(last)
  })

  it('is called by its day in the city, as it always was where the city’s days are those of UTC', () => {
    // In Auckland, Monday morning is still Sunday evening in UTC.
    const { last } = around('weekly', '2026-03-08T18:00:00.000Z', 'Pacific/Auckland')
    expect(last.until).toBe('2026-03-08T18:00:00.000Z')
    expect(digestIdOf({ digest: 'weekly', userId: 'u1', ...last })).toBe('weekly-2026-03-09-u1')
    const accra = { digest: 'daily', userId: 'u1', ...around('daily', '2026-03-04T19:00:00.000Z').last } as const
    const { from: _, day: __, ...earlier } = accra
    expect([digestIdOf(accra), digestIdOf(earlier)]).toEqual(['daily-2026-03-04-u1', 'daily-2026-03-04-u1'])
    expect(digestPeriodOf(earlier)).toEqual(digestPeriodOf(accra))
  })

  it('is for the roles that have a switch for it, and obeys it', () => {
    for (const role of ROLES) {
      const option = NOTIFICATION_OPTIONS[role].find((name) => name === 'daily_reports' || name === 'weekly_reports')
      expect(digestOf(role)).toBe(option?.replace('_reports', ''))
      if (option) expect(wantsNotification(role, { notifications: { [option]: false } }, 'digest')).toBe(false)
      expect(wantsNotification(role, undefined, 'digest')).toBe(true)
    }
  })

  it('is as often as a recycler wants it, and nobody else may choose', () => {
    expect(digestOf('recycler', { reportEvery: 'day' })).toBe('daily-sites')
    expect(digestOf('recycler', { reportEvery: 'week' })).toBe('weekly')
    expect(digestOf('dispatcher', { reportEvery: 'week' })).toBe('daily')
    expect(digestOf('resident', { reportEvery: 'day' })).toBeUndefined()
  })
})
