/** Calendar days as whole numbers since 1970-01-01, so that no clock and no time zone comes into a daily series. */

/** Days since 1970-01-01. */
export type Day = number

const MS = 86_400_000
const ISO = /^\d{4}-\d{2}-\d{2}$/

/** The day that `2026-02-28` names; undefined where no such day is in the calendar (2026-02-29, say). */
export function dayOf(date: string): Day | undefined {
  if (!ISO.test(date)) return undefined
  const time = Date.parse(`${date}T00:00:00Z`)
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== date ? undefined : time / MS
}

/** A day as `2026-02-28`. */
export const dateOf = (day: Day): string => new Date(day * MS).toISOString().slice(0, 10)

/** 0 is Monday, 6 Sunday. */
export const weekdayOf = (day: Day): number => (((day + 3) % 7) + 7) % 7

/** Year, month (0 to 11) and day of the month (from 1). */
export function partsOf(day: Day): { year: number; month: number; date: number } {
  const at = new Date(day * MS)
  return { year: at.getUTCFullYear(), month: at.getUTCMonth(), date: at.getUTCDate() }
}
