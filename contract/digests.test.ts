/** The hours of the reports: every day at 18:00, Mondays at 7:00, in Accra. */
import { describe, expect, it } from 'vitest'
import { ROLES } from '#rules/city.ts'
import { type Digest, digestOf, lastDue, periodOf } from './digests.ts'
import { NOTIFICATION_OPTIONS, wants } from './notifications.ts'

const due = (digest: Digest, now: string) => new Date(lastDue(digest, Date.parse(now))).toISOString()

describe('a report', () => {
  it.each([
    ['daily', '2026-03-04T18:00:00.000Z', '2026-03-04T18:00:00.000Z'],
    ['daily', '2026-03-04T17:59:59.999Z', '2026-03-03T18:00:00.000Z'],
    ['daily', '2026-03-01T00:00:00.000Z', '2026-02-28T18:00:00.000Z'],
    ['weekly', '2026-03-02T07:00:00.000Z', '2026-03-02T07:00:00.000Z'],
    ['weekly', '2026-03-02T06:59:59.999Z', '2026-02-23T07:00:00.000Z'],
    ['weekly', '2026-03-08T23:00:00.000Z', '2026-03-02T07:00:00.000Z'],
  ] as const)('%s, asked for at %s, was last due at %s', (digest, now, expected) =>
    expect(due(digest, now)).toBe(expected),
  )

  it('tells of the time since the one before it', () => {
    expect(periodOf('daily', '2026-03-01T18:00:00.000Z').from).toBe('2026-02-28T18:00:00.000Z')
    expect(periodOf('weekly', '2026-03-02T07:00:00.000Z').from).toBe('2026-02-23T07:00:00.000Z')
  })

  it('is for the roles that have a switch for it, and obeys it', () => {
    for (const role of ROLES) {
      const option = NOTIFICATION_OPTIONS[role].find((name) => name === 'daily_reports' || name === 'weekly_reports')
      expect(digestOf(role)).toBe(option?.replace('_reports', ''))
      if (option) expect(wants(role, { notifications: { [option]: false } }, 'digest')).toBe(false)
      expect(wants(role, undefined, 'digest')).toBe(true)
    }
  })

  it('is as often as a recycler wants it, and nobody else may choose', () => {
    expect(digestOf('recycler', { reportEvery: 'day' })).toBe('daily-sites')
    expect(digestOf('recycler', { reportEvery: 'week' })).toBe('weekly')
    expect(digestOf('dispatcher', { reportEvery: 'week' })).toBe('daily')
    expect(digestOf('resident', { reportEvery: 'day' })).toBeUndefined()
  })
})
