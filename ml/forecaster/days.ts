/** Calendar days as integers, so that daily series depend on no clock or time zone. */

/** A day as the number of days since 1970-01-01. */
export type EpochDay = number

const MS = 86_400_000
const ISO = /^\d{4}-\d{2}-\d{2}$/

/**
 * Parses a date such as `2026-02-28` to a day.
 * Returns undefined for a date that does not exist, such as 2026-02-29.
 */
export function parseEpochDay(date: string): EpochDay | undefined {
  if (!ISO.test(date)) return undefined
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? undefined : time / MS
}

/** Formats a day as `2026-02-28`. */
export const dateOf = (day: EpochDay): string => new Date(day * MS).toISOString().slice(0, 10)

/** Returns the weekday of a day, from 0 (Monday) to 6 (Sunday). */
export const weekdayOf = (day: EpochDay): number => (((day + 3) % 7) + 7) % 7

/** Returns year, month (0 to 11) and day of the month (from 1) of a day. */
export function partsOf(day: EpochDay): { year: number; month: number; date: number } {
  const at = new Date(day * MS)
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), date: at.getUTCDate() }
}
