/** Common moments follow the city's time zone, also across midnight. */
import { expect, it } from 'vitest'
import { quickMoments } from './quick-moments.ts'

it.each([
  ['2026-11-30T23:50:00Z', 'Africa/Accra', ['2026-12-01T00:05', '2026-12-01T00:50', '2026-12-01T07:00']],
  ['2026-11-30T23:50:30Z', 'Africa/Lagos', ['2026-12-01T01:06', '2026-12-01T01:51', '2026-12-02T07:00']],
])('lie ahead at %s in %s', (now, timeZone, fields) =>
  expect(quickMoments('future', timeZone, Date.parse(now)).map(({ field }) => field)).toEqual(fields),
)

it('lie behind', () =>
  expect(quickMoments('past', 'Africa/Lagos', Date.parse('2026-11-30T23:50:30Z')).map(({ field }) => field)).toEqual([
    '2026-12-01T00:50',
    '2026-11-30T23:50',
    '2026-11-30T07:00',
  ]))
