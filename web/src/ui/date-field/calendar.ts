/** Days of a calendar: formats, months, weeks, and suggested times. */
import { t } from '@lingui/core/macro'
import { addDays, toDateTimeFieldValueIn } from '#domain/city-time.ts'
import type { DateDirection } from '#web/lib/format/dates.ts'
import { formatMonthDayYear, formatShortMonth } from '#web/lib/format/times.ts'

/** The functions below calculate with days such as '2026-01-05' and months such as '2026-01'. */
const DAY_MS = 86_400_000
const YEARS_ON_A_PAGE = 12

const iso = (at: number) => new Date(at).toISOString().slice(0, 10)

/** Formats a day as 'Jan 5, 2026'. */
export const formatCalendarDay = formatMonthDayYear

/** Formats a month as 'Jan 2026'. */
export const formatCalendarMonth = (month: string) => formatShortMonth(`${month}-01`)

export const monthOf = (day: string) => day.slice(0, 7)

/** Returns the first and the last day of a month. */
export function calendarRangeOf(month: string): { from: string; to: string } {
  return { from: `${month}-01`, to: iso(Date.parse(`${shiftMonth(month, 1)}-01`) - DAY_MS) }
}

export function shiftMonth(month: string, by: number): string {
  const months = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + by
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** Returns the weeks of a month, each starting on Sunday. Days of neighbouring months are null. */
export function weeksOf(month: string): (string | null)[][] {
  const { from, to } = calendarRangeOf(month)
  const lead = new Date(from).getUTCDay()
  const count = Number(to.slice(8))
  return Array.from({ length: Math.ceil((lead + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const day = week * 7 + weekday - lead + 1
      return day < 1 || day > count ? null : `${month}-${String(day).padStart(2, '0')}`
    }),
  )
}

/** Returns the twelve years on the calendar page that contains this year. */
export function yearsAround(year: number): number[] {
  const first = year - ((year - 1) % YEARS_ON_A_PAGE)
  return Array.from({ length: YEARS_ON_A_PAGE }, (_, index) => first + index)
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** Returns suggested times as values of the field, such as `2026-01-05T14:15` in the city's time zone. */
export function suggestDateTimes(
  toward: DateDirection,
  timeZone: string,
  now: number,
): { label: string; field: string }[] {
  const at = (later: number) => toDateTimeFieldValueIn(timeZone, now + later)
  const onDay = (days: number) => `${addDays(at(0).slice(0, 10), days)}T07:00`
  if (toward === 'future') {
    return [
      // The time is rounded up to a whole minute, so that it is at least 15 minutes away.
      { label: t`In 15 min`, field: at(16 * MINUTE_MS - 1) },
      { label: t`In 1 h`, field: at(HOUR_MS + MINUTE_MS - 1) },
      { label: t`Tomorrow 07:00`, field: onDay(1) },
    ]
  }
  return [
    { label: t`Now`, field: at(0) },
    { label: t`1 h ago`, field: at(-HOUR_MS) },
    { label: t`Yesterday 07:00`, field: onDay(-1) },
  ]
}
