/** The honest baselines that a forecast is measured against. */
import { mean } from './figures.ts'

/** The latest `count` weights of the same weekday as the day at `target`, newest first, of those known before `origin`. */
export function sameWeekday(total: Float64Array, target: number, origin: number, count: number): number[] {
  const found: number[] = []
  const latest = target - 7 * Math.max(1, Math.ceil((target - origin + 1) / 7))
  for (let at = latest; at >= 0 && found.length < count; at -= 7)
    if (!Number.isNaN(total[at])) found.push(total[at] as number)
  return found
}

/** Seasonal naive: what the same weekday brought last. NaN where it never was. */
export const seasonalNaive = (total: Float64Array, target: number, origin: number): number =>
  sameWeekday(total, target, origin, 1)[0] ?? Number.NaN

/** The mean of the same weekday's last four weights. NaN where there is none. */
export const weekdayMean = (total: Float64Array, target: number, origin: number): number =>
  mean(sameWeekday(total, target, origin, 4))
