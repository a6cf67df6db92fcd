/** When a collection is, as the clocks in Accra show it. */
import { inCity } from '#web/components/city-time.ts'

const timeOfDay = inCity({ hour: '2-digit', minute: '2-digit' })
const date = inCity({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const shortDate = inCity({ weekday: 'short', day: 'numeric', month: 'short' })
const DAY_MS = 86_400_000

/** '14:15' */
export function clock(iso: string): string {
  return timeOfDay(Date.parse(iso))
}

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

/** Specification, section 9: bins are out this long before the start. */
const BINS_OUT_MS = 30 * 60_000

/** When the bins should be out: 'by 13:45', or 'now' when that has passed. `now`: epoch ms. */
export function binsOut(start: string, now: number): string {
  const by = Date.parse(start) - BINS_OUT_MS
  return by > now ? `by ${timeOfDay(by)}` : 'now'
}
