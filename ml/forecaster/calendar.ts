/**
 * Calendar days as integers, so that daily series ignore clocks and time zones.
 * Also their features: weekday, season, moon, holidays, earlier years.
 */

/** A day as the number of days since 1970-01-01. */
export type EpochDay = number

const DAY_MS = 86_400_000
const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/

/**
 * Parses a date such as `2026-02-28` to a day.
 * Returns undefined for non-existent dates such as 2026-02-29.
 */
export function parseEpochDay(date: string): EpochDay | undefined {
  if (!ISO_DATE.test(date)) return undefined
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? undefined : time / DAY_MS
}

/** Formats a day as `2026-02-28`. */
export const dateOf = (day: EpochDay): string => new Date(day * DAY_MS).toISOString().slice(0, 10)

/** Returns a day's weekday, from 0 (Monday) to 6 (Sunday). */
export const weekdayOf = (day: EpochDay): number => (((day + 3) % 7) + 7) % 7

/** Returns a day's year, month (0 to 11) and date (from 1). */
function partsOf(day: EpochDay): { year: number; month: number; date: number } {
  const at = new Date(day * DAY_MS)
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), date: at.getUTCDate() }
}

const YEAR_DAYS = 365.2425
/**
 * Mean lunar month in days.
 * `NEW_MOON` is a new moon (6 January 2000, 18:14 UT).
 * Poya days, Eid and Easter follow the moon.
 */
const LUNAR_MONTH_DAYS = 29.530588853
const NEW_MOON = 10_962.76

const turn = (part: number): [number, number] => [Math.sin(2 * Math.PI * part), Math.cos(2 * Math.PI * part)]

/** Returns a day's calendar features, weekday first; no value is missing. */
export function calendarFeaturesOf(day: EpochDay, holidays: ReadonlySet<EpochDay>): number[] {
  const { month, date } = partsOf(day)
  const year = day / YEAR_DAYS
  const holiday = (ahead: number) => (holidays.has(day + ahead) ? 1 : 0)
  let inWeek = 0
  for (let back = 1; back <= weekdayOf(day); back++) inWeek += holiday(-back)
  const around = [holiday(0), holiday(-1), holiday(1), holiday(-2), inWeek]
  return [
    weekdayOf(day),
    date,
    Math.floor((date - 1) / 7),
    month,
    ...turn(year),
    ...turn(2 * year),
    ...turn((day - NEW_MOON) / LUNAR_MONTH_DAYS),
    year,
    ...around,
  ]
}

const EARLIER_YEARS = 6

/** Returns up to six earlier years' days of this date. */
export function findSameDatesInEarlierYears(day: EpochDay): EpochDay[] {
  const { year, month, date } = partsOf(day)
  return Array.from({ length: EARLIER_YEARS }, (_, back) => Date.UTC(year - back - 1, month, date) / DAY_MS)
}

/**
 * Returns the days of earlier years with the same weekday in the same week of the month.
 * An example is the fourth Thursday of November in up to six years.
 */
export function findSameWeekdaysInEarlierYears(day: EpochDay): EpochDay[] {
  const { year, month, date } = partsOf(day)
  const week = Math.floor((date - 1) / 7)
  return Array.from({ length: EARLIER_YEARS }, (_, back) => {
    const first = Date.UTC(year - back - 1, month, 1) / DAY_MS
    return first + ((weekdayOf(day) - weekdayOf(first) + 7) % 7) + 7 * week
  })
}
