/** When a collection is, as the clocks in Accra show it. */
const accra = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Accra', ...options })

const clockFormat = accra({ hour: '2-digit', minute: '2-digit' })
const dayFormat = accra({ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const DAY_MS = 86_400_000

/** '14:15' */
export function clock(iso: string): string {
  return clockFormat.format(Date.parse(iso))
}

/** 'Today', 'Tomorrow', 'Yesterday', else 'Mon, 5 Jan 2026'. `now`: epoch ms. */
export function dayOf(iso: string, now: number): string {
  const day = dayFormat.format(Date.parse(iso))
  const near = [
    ['Today', now],
    ['Tomorrow', now + DAY_MS],
    ['Yesterday', now - DAY_MS],
  ] as const
  return near.find(([, at]) => dayFormat.format(at) === day)?.[0] ?? day
}

/** '14:15 – 17:15', unbroken; the second time carries its date when it is on another day. */
export function timeRange(from: string, to: string): string {
  const day = dayFormat.format(Date.parse(to))
  const sameDay = dayFormat.format(Date.parse(from)) === day
  return `${clock(from)}\u00a0–${sameDay ? '\u2060\u00a0' : ` ${day}, `}${clock(to)}`
}

/** Specification, section 9: bins are out this long before the start. */
const BINS_OUT_MS = 30 * 60_000

/** When the bins should be out: 'by 13:45', or 'now' when that has passed. `now`: epoch ms. */
export function binsOut(start: string, now: number): string {
  const by = Date.parse(start) - BINS_OUT_MS
  return by > now ? `by ${clockFormat.format(by)}` : 'now'
}
