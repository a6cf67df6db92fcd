/** Tests conversions between UTC and times in the city's time zone, such as entered times. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  formatTimeIn,
  listLastLocalDays,
  localDayAfterHours,
  localDayOf,
  mondayOf,
  toDateTimeFieldValueIn,
} from './city-time.ts'
import { dayStartIsoOf, parseDateTimeFieldIn } from './wall-clock.ts'

const NOON = '2026-01-05T12:00:00.000Z'

it.each([
  ['Africa/Accra', '12:00'],
  ['Africa/Lagos', '13:00'],
  ['America/Lima', '07:00'],
])('in %s it is %s', (timeZone, time) => expect(formatTimeIn(timeZone, NOON)).toBe(time))

it.each(['Africa/Accra', 'Africa/Lagos', 'America/Lima', 'Asia/Kathmandu', 'Europe/Berlin'])(
  'what a field of %s holds means the moment that it was made from',
  (timeZone) => {
    for (let day = 0; day < 365; day += 1) {
      const at = Date.parse(NOON) + day * 86_400_000
      expect(parseDateTimeFieldIn(timeZone, toDateTimeFieldValueIn(timeZone, at))).toBe(at)
    }
  },
)

it.each(['', 'soon', '2026-02-30T10:00', '2026-01-05T24:00'])('%j is no moment', (field) =>
  expect(parseDateTimeFieldIn('Africa/Accra', field)).toBeNaN(),
)

it('finds the day so many hours later, in any zone, as reckoning with dates does', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: Date.UTC(2020, 0, 1), max: Date.UTC(2030, 0, 1) }),
      fc.integer({ min: -48, max: 48 }).map((halves) => halves / 2),
      fc.constantFrom('Africa/Accra', 'Asia/Kathmandu', 'Pacific/Kiritimati', 'America/St_Johns'),
      (at, hours, timeZone) => {
        const later = new Date(at + hours * 3_600_000).toISOString()
        expect(localDayAfterHours(timeZone, new Date(at).toISOString(), hours)).toBe(localDayOf(timeZone, later))
      },
    ),
  )
})

it.each([
  ['2026-03-02', '2026-03-02'],
  ['2026-03-08', '2026-03-02'],
  ['2026-03-01', '2026-02-23'],
  ['2027-01-01', '2026-12-28'],
])('the week of %s begins on %s', (day, monday) => expect(mondayOf(day)).toBe(monday))

it.each([
  ['Africa/Accra', '2026-03-01', '2026-03-01T00:00:00.000Z'],
  ['Africa/Lagos', '2026-03-02', '2026-03-01T23:00:00.000Z'],
  ['America/Lima', '2026-03-01', '2026-03-01T05:00:00.000Z'],
])('counts days back from that in %s', (timeZone, today, begins) => {
  const days = listLastLocalDays(timeZone, new Date('2026-03-01T23:30:00.000Z'), 3)
  expect(days).toHaveLength(3)
  expect(days.at(-1)).toBe(today)
  expect(dayStartIsoOf(timeZone, today)).toBe(begins)
})
