/** On which day and in which hours something is, as the calendars and clocks in the city show it. */
import { inCity } from './city-time.ts'
import { clock } from './times.ts'

const date = inCity({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const shortDate = inCity({ weekday: 'short', day: 'numeric', month: 'short' })
const DAY_MS = 86_400_000

/** 'Today', 'Tomorrow', 'Yesterday', else 'Mon, 5 Jan 2026'. `now`: epoch ms. */
export function dayOf(iso: string, now: number): string {
  const day = date(Date.parse(iso))
  const near = [
    ['Today', now],
    ['Tomorrow', now + DAY_MS],
    ['Yesterday', now - DAY_MS],
  ] as const
  return near.find(([, at]) => date(at) === day)?.[0] ?? day
}

/** '14:15 – 17:15', unbroken; the second time carries its day when it is on another one. */
export function timeRange(from: string, to: string): string {
  const day = shortDate(Date.parse(to))
  const sameDay = shortDate(Date.parse(from)) === day
  return `${clock(from)}\u00a0–${sameDay ? '\u2060\u00a0' : ` ${day}, `}${clock(to)}`
}
