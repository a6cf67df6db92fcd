/** When a zone's collection is likely to be recommended, in words. */
import type { ZoneStatus } from '#contract/views.ts'
import { inCity } from '#web/format/city-time.ts'
import { dayOf } from '#web/format/days.ts'
import { clock } from '#web/format/times.ts'

const HOUR_MS = 3_600_000
/** Nobody knows it to the minute. */
const hour = (iso: string) => clock(new Date(Math.round(Date.parse(iso) / HOUR_MS) * HOUR_MS).toISOString())
const weekday = inCity({ weekday: 'short' })

/** 'today', 'tomorrow', 'Mon' */
function dayText(iso: string, now: number): string {
  const day = dayOf(iso, now)
  return day === 'Today' || day === 'Tomorrow' ? day.toLowerCase() : weekday(Date.parse(iso))
}

/**
 * 'Likely to be recommended tomorrow about 14:00 (11:00 to 18:00) · 8 of the last 10 came as foreseen'. Null once that time is
 * over: nobody can tell any more.
 */
export function reachingText({ reaches, foretold }: Pick<ZoneStatus, 'reaches' | 'foretold'>, now: number) {
  if (!reaches || Date.parse(reaches.until) < now) return null
  const { at, from, until } = reaches
  const day = dayText(at, now)
  const when = Date.parse(at) < now ? 'any time now' : `${day} about ${hour(at)}`
  const bound = (iso: string) => (dayText(iso, now) === day ? hour(iso) : `${dayText(iso, now)} ${hour(iso)}`)
  const record = foretold ? ` · ${foretold.within} of the last ${foretold.of} came as foreseen` : ''
  return `Likely to be recommended ${when} (${bound(from)} to ${bound(until)})${record}`
}
