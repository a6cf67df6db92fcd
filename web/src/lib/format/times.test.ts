/** Tests the names of calendar days, also in a city hours behind UTC. */
import { afterEach, describe, expect, it } from 'vitest'
import { DEFAULT_CITY } from '#domain/city-settings.ts'
import {
  formatDay,
  formatDayAndTime,
  formatDuration,
  formatExactTime,
  formatFullDate,
  formatHoursAndMinutes,
  formatLongMonth,
  formatMonthDayYear,
  formatRecentTime,
  formatShortDate,
  formatShortMonth,
  formatTimeAgo,
  formatTimeOfDay,
  formatTimeRange,
  formatWeekdayDate,
  relativeDayOf,
  storeCitySettings,
} from './times.ts'

afterEach(() => storeCitySettings(DEFAULT_CITY))

it.each(['Africa/Accra', 'America/Lima', 'Pacific/Kiritimati'])('in %s', (timeZone) => {
  storeCitySettings({ ...DEFAULT_CITY, timeZone })
  const day = '2026-01-05'
  expect([formatShortDate(day), formatWeekdayDate(day).replace(',', ''), formatFullDate(day).replace(',', '')]).toEqual(
    ['5 Jan', 'Mon 5 Jan', 'Monday 5 January 2026'],
  )
})

/** Tests that days and hours are Accra's in any machine time zone. */
describe('days and hours', () => {
  const start = '2026-01-05T14:15:00.000Z'

  const hoursFrom = (hours: number) => Date.parse(start) + hours * 3_600_000

  it('are Greenwich time, as in Accra', () => expect(formatTimeOfDay(start)).toBe('14:15'))

  it.each([
    [-1, 'Today'],
    [-20, 'Tomorrow'],
    [24, 'Yesterday'],
    [72, 'Mon, 5 Jan 2026'],
  ])('name the day %d h away', (hours, day) => expect(formatDay(start, hoursFrom(hours))).toBe(day))

  it.each([
    ['2026-01-05T17:15:00.000Z', '14:15 –\u2060 17:15'],
    ['2026-01-06T01:30:00.000Z', '14:15 – Tue 01:30'],
    ['2026-01-13T01:30:00.000Z', '14:15 – Tue 13 Jan, 01:30'],
  ])('span a range until %s, unbroken', (end, range) =>
    expect(formatTimeRange(start, end)).toBe(range.replaceAll(' ', '\u00a0')),
  )
})

/** Tests days with times in the city's time zone. */
const start = '2026-01-05T14:15:00.000Z'

it.each([
  ['2026-01-05T00:00:00Z', 'Today 14:15'],
  ['2026-01-04T23:00:00Z', 'Tomorrow 14:15'],
  ['2026-01-06T00:00:00Z', 'Yesterday 14:15'],
  ['2026-01-08T00:00:00Z', 'Mon 5 Jan, 14:15'],
  ['2027-01-08T00:00:00Z', 'Mon 5 Jan 2026, 14:15'],
])('seen from %s', (now, exact) => {
  expect(formatDayAndTime(start, Date.parse(now))).toBe(exact)
})

/** Tests relative times, and exact times in Accra's time zone. */
const at = '2026-01-05T08:00:12.000Z'
const later = (ms: number) => Date.parse(at) + ms

describe('times', () => {
  it.each([
    [-5_000, 'just now'],
    [59_000, 'just now'],
    [3 * 60_000, '3\u00a0min ago'],
    [2 * 3_600_000, '2\u00a0h ago'],
    [25 * 3_600_000, '1 day ago'],
    [4 * 86_400_000, '4 days ago'],
    [8 * 86_400_000, '5 Jan 2026'],
  ])('say how long ago %d ms was', (ms, text) => expect(formatTimeAgo(at, later(ms))).toBe(text))

  it('name the exact time in Accra', () => {
    expect(formatExactTime(at)).toMatch(/Monday,? 5 January 2026 at 08:00:12 \(Accra\)/)
  })

  it('leave the date out when it is today', () => {
    expect(formatRecentTime(at, later(60_000))).toBe('08:00')
    expect(formatRecentTime(at, later(86_400_000))).toBe('5 Jan, 08:00')
    expect(formatRecentTime(at, later(365 * 86_400_000))).toBe('5 Jan 2026, 08:00')
  })

  it.each([
    [0, '0\u00a0min'],
    [45, '45\u00a0min'],
    [180, '3\u00a0h'],
    [70, '1\u00a0h 10\u00a0min'],
    [47 * 60 + 59, '47\u00a0h 59\u00a0min'],
    [5 * 24 * 60 + 120, '5 days'],
  ])('say how long %d min last', (minutes, text) => expect(formatHoursAndMinutes(minutes * 60_000)).toBe(text))

  it.each([
    [-3, '0.0\u00a0s'],
    [230, '0.2\u00a0s'],
    [12_400, '12\u00a0s'],
    [200_000, '3\u00a0min'],
    [7_300_000, '2\u00a0h'],
  ])('say how old %d ms is', (ms, text) => expect(formatDuration(ms)).toBe(text))
})

it.each([
  ['2026-01-04T23:00:00Z', 'tomorrow'],
  ['2026-01-05T00:00:00Z', 'today'],
  ['2026-01-06T00:00:00Z', 'yesterday'],
  ['2026-01-07T00:00:00Z', undefined],
])('a day near %s has an id', (now, near) => expect(relativeDayOf(start, Date.parse(now))).toBe(near))

it('writes days and months of calendars in their own forms', () => {
  expect([formatMonthDayYear('2026-01-05'), formatShortMonth('2026-09-01'), formatLongMonth('2026-09-01')]).toEqual([
    'Jan 5, 2026',
    'Sep 2026',
    'September 2026',
  ])
})
