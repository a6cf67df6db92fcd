/** Simple forecasts (baselines), against which the model's forecasts are compared. */
import { mean } from './statistics.ts'

/** Returns the latest weights of the target's weekday before `origin`, at most `count`, newest first. */
export function weightsOfSameWeekday(total: Float64Array, target: number, origin: number, count: number): number[] {
  const found: number[] = []
  const latest = target - 7 * Math.max(1, Math.ceil((target - origin + 1) / 7))
  for (let at = latest; at >= 0 && found.length < count; at -= 7)
    if (!Number.isNaN(total[at])) found.push(total[at] as number)
  return found
}

/** Returns the seasonal naive forecast, which is the last weight of the same weekday; NaN if there is none. */
export const seasonalNaive = (total: Float64Array, target: number, origin: number): number =>
  weightsOfSameWeekday(total, target, origin, 1)[0] ?? Number.NaN

/** Returns the mean of the last four weights of the same weekday; NaN if there are none. */
export const weekdayMean = (total: Float64Array, target: number, origin: number): number =>
  mean(weightsOfSameWeekday(total, target, origin, 4))
