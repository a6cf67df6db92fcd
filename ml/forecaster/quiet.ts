/** Finds yearly days with almost no collection, such as New Year's Day. */
import { findSameDatesInEarlierYears, findSameWeekdaysInEarlierYears } from './calendar.ts'
import type { DistrictHistory } from './history.ts'
import { estimateExpectedTonnes, type SmoothedSeries } from './smoothing.ts'
import { median } from './statistics.ts'

/**
 * Minimum number of earlier years with known tonnes, to recognise a day that is low every year.
 * `QUIET` is the maximum median of actual tonnes divided by expected tonnes on that day.
 */
const LEAST_YEARS = 3
const QUIET = 0.5
/** Maximum probability that quiet days have low tonnes only by chance. */
const BY_CHANCE = 0.001
const COMPARED_DAYS = 4 * 365

/**
 * Returns a day's tonnes divided by the tonnes expected for the day.
 * Returns NaN if the expected tonnes are less than half of the smoothed level.
 */
function shareOf({ values, smoothed }: DistrictHistory, day: number): number {
  const middle = smoothed[1] as SmoothedSeries
  const usual = estimateExpectedTonnes(middle, day, day)
  return usual > 0.5 * (middle.level[day] as number) ? (values[day] as number) / usual : Number.NaN
}

/**
 * Returns the predicted tonnes of the day `target` if this day was low in earlier years.
 * Otherwise returns undefined.
 * Uses all days before `origin`.
 */
export function predictRecurringLowDay(past: DistrictHistory, target: number, origin: number): number | undefined {
  const middle = past.smoothed[1] as SmoothedSeries
  const usual = estimateExpectedTonnes(middle, target, origin)
  if (!(usual > 0.5 * (middle.level[origin] as number))) return undefined
  const day = past.first + target
  for (const same of [findSameDatesInEarlierYears(day), findSameWeekdaysInEarlierYears(day)]) {
    const shares = same
      .map((earlier) => earlier - past.first)
      .filter((at) => at >= 0 && at < origin)
      .map((at) => shareOf(past, at))
      .filter((share) => !Number.isNaN(share))
    if (shares.length < LEAST_YEARS || median(shares) > QUIET) continue
    if (howOften(past, origin, Math.max(...shares)) ** shares.length < BY_CHANCE) return usual * median(shares)
  }
  return undefined
}

/**
 * Returns on which fraction of recent days at most this share of the expected weight arrived.
 * Considers only days with a known share.
 */
function howOften(past: DistrictHistory, origin: number, share: number): number {
  let [low, all] = [0, 0]
  for (let day = Math.max(0, origin - COMPARED_DAYS); day < origin; day++) {
    const came = shareOf(past, day)
    if (Number.isNaN(came)) continue
    all++
    if (came <= share) low++
  }
  return low / all
}
