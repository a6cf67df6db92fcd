/** Shortens a forecast that is too large for one event: leaves out the furthest days of zones. */

import type { ForecastDay, MakeForecast, ZoneForecast } from '#contract/forecasts/forecasts.ts'
import { addDays } from '#domain/city-time.ts'
import { formatNumber } from '#domain/number-format.ts'

/**
 * Largest size of a forecast in bytes; the log's limit is 1 MiB.
 * It suffices for 14 days of about 200 zones, or for tomorrow of about 2,000.
 */
const LARGEST = 900 * 1_024

const bytesOf = (part: object) => Buffer.byteLength(JSON.stringify(part)) + 1

/**
 * Shortens a forecast by as few of the zones' furthest days as possible.
 * Tomorrow and all days of the city stay.
 * Throws if the forecast is still too large.
 */
export function shortenForecastToFitEvent(made: MakeForecast): MakeForecast {
  const days = made.zones.map((zone) => (zone.status === 'forecast' ? zone.days : []))
  const bare = bytesOf(cut(made, () => []))
  const sizes = days.map((own) => own.map(bytesOf))
  const bytesOfFirst = (count: number) => bare + sizes.flatMap((own) => own.slice(0, count)).reduce(add, 0)
  const longest = Math.max(0, ...days.map((own) => own.length))
  for (let count = longest; count > 1; count--)
    if (bytesOfFirst(count) <= LARGEST) return count === longest ? made : cut(made, (own) => own.slice(0, count))
  const tomorrow = addDays(made.madeOn, 1)
  const least = cut(made, (own) => own.filter(({ date }) => date === tomorrow))
  if (bytesOf(least) <= LARGEST) return least
  throw new Error(`There are more zones (${formatNumber(made.zones.length)}) than one forecast holds.`)
}

const add = (sum: number, bytes: number) => sum + bytes

const cut = (made: MakeForecast, some: (days: readonly ForecastDay[]) => ForecastDay[]): MakeForecast => ({
  ...made,
  zones: made.zones.map(
    (zone): ZoneForecast => (zone.status === 'forecast' ? { ...zone, days: some(zone.days) } : zone),
  ),
})
