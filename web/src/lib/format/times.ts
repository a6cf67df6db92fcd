/** Formats relative times, and exact ones in the city's time zone. */

import { cityTerms } from './city-terms.ts'
import { inCity } from './city-time.ts'
import { withUnit } from './numbers.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const day = inCity({ day: 'numeric', month: 'short', year: 'numeric' })
const dayOfYear = inCity({ day: 'numeric', month: 'short' })
const year = inCity({ year: 'numeric' })
const timeOfDay = inCity({ hour: '2-digit', minute: '2-digit' })
const exactly = inCity({ dateStyle: 'full', timeStyle: 'medium' })

/**
 * Formats as 'just now', '3 min ago', '2 h ago', '4 days ago', then the date.
 * A slow clock reads 'just now'.
 */
export function timeAgo(iso: string, now: number): string {
  const age = now - Date.parse(iso)
  if (age < MINUTE) return 'just now'
  if (age < HOUR) return `${withUnit(Math.floor(age / MINUTE), 'min')} ago`
  if (age < DAY) return `${withUnit(Math.floor(age / HOUR), 'h')} ago`
  const days = Math.floor(age / DAY)
  if (days < 7) return days === 1 ? '1 day ago' : `${days} days ago`
  return day(Date.parse(iso))
}

/** Formats as 'Monday, 5 January 2026 at 08:00:12 (Accra)'. */
export function exactTime(iso: string): string {
  return `${exactly(Date.parse(iso))} (${cityTerms().name})`
}

/** Formats as '14:15'. */
export function clock(iso: string): string {
  return timeOfDay(Date.parse(iso))
}

/** Formats as '08:00' for today, else '5 Jan, 08:00', in another year '5 Jan 2026, 08:00'. */
export function clockTime(iso: string, now: number): string {
  const at = Date.parse(iso)
  const time = timeOfDay(at)
  if (day(at) === day(now)) return time
  return `${year(at) === year(now) ? dayOfYear(at) : day(at)}, ${time}`
}

/** Formats as '0.2 s' below ten seconds, then '12 s', '3 min', '2 h'. */
export function duration(ms: number): string {
  if (ms < 10 * SECOND) return withUnit((Math.max(0, ms) / SECOND).toFixed(1), 's')
  if (ms < MINUTE) return withUnit(Math.floor(ms / SECOND), 's')
  if (ms < HOUR) return withUnit(Math.floor(ms / MINUTE), 'min')
  return withUnit(Math.floor(ms / HOUR), 'h')
}

/** Formats as '45 min', '3 h', '1 h 10 min', from two days on '5 days'. */
export function hoursAndMinutes(ms: number): string {
  const minutes = Math.round(ms / MINUTE)
  if (minutes >= 2 * 24 * 60) return `${Math.round(ms / DAY)} days`
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  const parts = [...(hours > 0 ? [withUnit(hours, 'h')] : []), ...(rest > 0 ? [withUnit(rest, 'min')] : [])]
  return parts.join(' ') || withUnit(0, 'min')
}
