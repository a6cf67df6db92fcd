/** Text of the predicted time of a zone's collection. */
import type { ZoneStatus } from '#contract/views.ts'
import { clock, dayOf, inCity } from '#web/lib/format/times.ts'

const HOUR_MS = 3_600_000
/** Rounds to the hour, because predictions are not more precise. */
const hour = (iso: string) => clock(new Date(Math.round(Date.parse(iso) / HOUR_MS) * HOUR_MS).toISOString())
const weekday = inCity({ weekday: 'short' })

/** Formats as 'today', 'tomorrow', 'Mon'. */
function dayText(iso: string, now: number): string {
  const day = dayOf(iso, now)
  return day === 'Today' || day === 'Tomorrow' ? day.toLowerCase() : weekday(Date.parse(iso))
}

/**
 * Formats as 'Tomorrow about 14:00, likely 11:00 to 18:00 · 8 of 10 came true'.
 * Null once the interval has passed.
 */
export function predictedTimeText({ reaches, foretold }: Pick<ZoneStatus, 'reaches' | 'foretold'>, now: number) {
  if (!reaches || Date.parse(reaches.until) < now) return null
  const { at, from, until } = reaches
  const day = dayText(at, now)
  const when = Date.parse(at) < now ? 'Any time now' : `${day[0]?.toUpperCase()}${day.slice(1)} about ${hour(at)}`
  const bound = (iso: string) => (dayText(iso, now) === day ? hour(iso) : `${dayText(iso, now)} ${hour(iso)}`)
  const record = foretold ? ` · ${foretold.within} of ${foretold.of} came true` : ''
  return `${when}, likely ${bound(from)} to ${bound(until)}${record}`
}
