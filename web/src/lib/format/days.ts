/** Formats days and hours in the city's time zone. */
import { inCity } from './city-time.ts'
import { clock } from './times.ts'

const date = inCity({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const shortDate = inCity({ weekday: 'short', day: 'numeric', month: 'short' })
const weekday = inCity({ weekday: 'short' })
const DAY_MS = 86_400_000

/**
 * Formats as 'Today', 'Tomorrow', 'Yesterday', else 'Mon, 5 Jan 2026'.
 * `now` is epoch ms.
 */
export function dayOf(iso: string, now: number): string {
  const day = date(Date.parse(iso))
  const near = [
    ['Today', now],
    ['Tomorrow', now + DAY_MS],
    ['Yesterday', now - DAY_MS],
  ] as const
  return near.find(([, at]) => date(at) === day)?.[0] ?? day
}

/**
 * Formats as '14:15 – 17:15', over midnight '22:30 – Tue 01:30', later '22:30 – Tue 13 Jan, 01:30'.
 * The text has no line break.
 */
export function timeRange(from: string, to: string): string {
  const [start, end] = [Date.parse(from), Date.parse(to)]
  const isSameDay = shortDate(start) === shortDate(end)
  const day = end - start < DAY_MS ? weekday(end) : `${shortDate(end)},`
  return `${clock(from)} –${isSameDay ? '\u2060' : ` ${day}`} ${clock(to)}`.replaceAll(' ', '\u00a0')
}
