/**
 * Converts times to the city's time of day and date.
 * `locale` is the reader's; default is this process's.
 */

import { cacheByReaderLocale } from './reader-locale.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** Caches formatters; creating one costs more than a hundred uses. */
function formats(
  locales: string | string[],
  parts: Intl.DateTimeFormatOptions,
): (timeZone: string) => Intl.DateTimeFormat {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (timeZone) => {
    const format = made.get(timeZone) ?? new Intl.DateTimeFormat(locales, { timeZone, ...parts })
    made.set(timeZone, format)
    return format
  }
}

/** Format of times, with 24 hours in every language. */
const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
const DATE = { year: 'numeric', month: '2-digit', day: '2-digit' } as const
const SHORT_DATE = { weekday: 'short', day: 'numeric', month: 'short' } as const
const clock = cacheByReaderLocale((locales) => formats(locales, TIME))
const shortDate = cacheByReaderLocale((locales) => formats(locales, SHORT_DATE))
const shortMoment = cacheByReaderLocale((locales) => formats(locales, { ...SHORT_DATE, ...TIME }))
const calendar = formats('sv-SE', DATE)
const wholeField = formats('sv-SE', { ...DATE, ...TIME })

/**
 * Returns a time such as `14:05`.
 * `at` is ISO 8601, `timeZone` an IANA name.
 */
export const formatTimeIn = (timeZone: string, at: string, locale?: string): string =>
  clock(locale)(timeZone).format(new Date(at))

/** Returns an ISO 8601 time in the form `Mon 2 Mar, 07:00`. */
export const formatDateTimeIn = (timeZone: string, at: string, locale?: string): string =>
  shortMoment(locale)(timeZone).format(new Date(at))

/** Returns a day such as `Tue 24 Nov` from `2026-11-24`. */
export const formatShortDay = (day: string, locale?: string): string =>
  shortDate(locale)('UTC').format(new Date(`${day}T00:00:00Z`))

/** Formats epoch ms for a date and time field, in city time: `2026-01-05T14:15`. */
export const toDateTimeFieldValueIn = (timeZone: string, at: number): string =>
  wholeField(timeZone).format(at).replace(' ', 'T')

/**
 * City days within one UTC day: one day, or a list with one entry per quarter of an hour.
 * The list is needed if the city's day changes during the UTC day.
 * Quarters suffice, because all UTC offsets are multiples of a quarter of an hour.
 */
type DayOf = string | (string | undefined)[]

/** Maximum number of cached days: more than five years. */
const MOST_KEPT = 4_000
const QUARTER_MS = 15 * 60_000
const daysOf = new Map<string, Map<string, DayOf>>()

const dateIn = (timeZone: string, at: number): string => calendar(timeZone).format(at)

/**
 * Returns the city's day (`2026-01-05`) of an ISO 8601 UTC time.
 * Caches days, because queries convert years of rows.
 */
export const localDayOf = (timeZone: string, at: string): string => dayOf(timeZone, at, 0)

/**
 * Returns the city's day `hours` after the time `at`.
 * That time must be on the same UTC day as `at`.
 */
function dayOf(timeZone: string, at: string, hours: number): string {
  const known = daysOf.get(timeZone) ?? new Map<string, DayOf>()
  daysOf.set(timeZone, known)
  const date = at.slice(0, 10)
  let day = known.get(date)
  if (day === undefined) {
    if (known.size >= MOST_KEPT) known.clear()
    const begins = Date.parse(date)
    const first = dateIn(timeZone, begins)
    day = first === dateIn(timeZone, begins + DAY_MS - 1) ? first : []
    known.set(date, day)
  }
  if (typeof day === 'string') return day
  const quarter = (Number(at.slice(11, 13)) + hours) * 4 + Math.floor(Number(at.slice(14, 16)) / 15)
  day[quarter] ??= dateIn(timeZone, Date.parse(date) + quarter * QUARTER_MS)
  return day[quarter]
}

/**
 * Returns the day in the city's time zone that is `hours` after `at`.
 * Avoids slow date arithmetic if the result has the same UTC day.
 */
export function localDayAfterHours(timeZone: string, at: string, hours: number): string {
  const hour = Number(at.slice(11, 13)) + hours
  if (Number.isInteger(hour) && hour >= 0 && hour < 24) return dayOf(timeZone, at, hours)
  return localDayOf(timeZone, new Date(Date.parse(at) + hours * HOUR_MS).toISOString())
}

/**
 * Returns the day that is `days` later than a day such as `2026-01-05`.
 * It is earlier if `days` is negative.
 */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)

/** Returns the earlier of two days. */
export const earlierDayOf = (one: string, other: string) => (one < other ? one : other)

/** Returns the later of two days. */
export const laterDayOf = (one: string, other: string) => (one > other ? one : other)

/** Returns all days of a range (`2026-01-05`), both ends included. */
export function listDaysInRange(from: string, to: string): string[] {
  const [first, last] = [Date.parse(from), Date.parse(to)]
  const count = Math.max(0, Math.round((last - first) / DAY_MS) + 1)
  return Array.from({ length: count }, (_, index) => new Date(first + index * DAY_MS).toISOString().slice(0, 10))
}

/** Returns the last `count` city days to today, oldest first. */
export function listLastLocalDays(timeZone: string, now: Date, count: number): string[] {
  const today = localDayOf(timeZone, now.toISOString())
  return listDaysInRange(addDays(today, 1 - count), today)
}

/** Returns the Monday of a day's week. */
export const mondayOf = (day: string) => addDays(day, -((new Date(day).getUTCDay() + 6) % 7))

/**
 * Groups loads by day of arrival (`2026-01-05`).
 * Omits loads that have not arrived.
 */
export function groupLoadsByDay<L extends { arrivedAt?: string | undefined }>(
  timeZone: string,
  loads: readonly L[],
): Map<string, L[]> {
  const arrived = loads.filter(({ arrivedAt }) => arrivedAt)
  return Map.groupBy(arrived, ({ arrivedAt = '' }) => localDayOf(timeZone, arrivedAt))
}
