/**
 * Computes the city's forecast from zones, weighted by regularity of loads.
 * Also measures the accuracy of past forecasts.
 */

import { MATERIALS, type Material } from './city.ts'
import { addDays } from './city-time.ts'
import { mapMaterials } from './materials.ts'
import { percentagesOf } from './percent-rounding.ts'

interface Day {
  date: string
  p10: number
  p50: number
  p90: number
  shares: Readonly<Partial<Record<string, number>>>
  reasons: { other: number; zones?: number }
}

/** Regularity of loads: on `days` of the `of` most recent days there were loads. */
export interface RegularityOfLoads {
  days: number
  of: number
}

/** Recent days for which users see the regularity: four weeks. */
const REGULARITY_DAYS = 28
/**
 * Number of recent days with loads that decide how a zone counts in the city's forecast.
 * If at least `ENOUGH` of them have the forecast's weekday, only these are used.
 */
const LOOKED_AT = 56
const ENOUGH = 4

const weekdayOf = (date: string) => new Date(`${date}T00:00:00Z`).getUTCDay()

/**
 * Returns on how many of the 28 days before `before` loads arrived.
 * `arrived` contains all days with loads.
 */
export function regularityOfLoadsBefore(arrived: readonly string[], before: string): RegularityOfLoads {
  const since = addDays(before, -REGULARITY_DAYS)
  return { days: arrived.filter((date) => date >= since && date < before).length, of: REGULARITY_DAYS }
}

/**
 * Returns the city's newest days with loads that decide how its zones count.
 * Uses only days with the same weekday if there are enough of them.
 */
export function latestDaysWithLoads(cityDays: readonly string[], weekday: number): readonly string[] {
  const latest = cityDays.slice(-LOOKED_AT)
  const alike = latest.filter((date) => weekdayOf(date) === weekday)
  return alike.length >= ENOUGH ? alike : latest
}

/** Returns on which fraction of the city's days with loads the zone also had loads. */
export const shareOfDaysWithLoads = (cityDays: readonly string[], zoneDays: ReadonlySet<string>): number =>
  cityDays.length === 0 ? 0 : cityDays.filter((date) => zoneDays.has(date)).length / cityDays.length

interface ZoneDays<D extends Day> {
  /** Days with loads. */
  arrived: ReadonlySet<string>
  days: readonly D[]
}

/**
 * Computes the city's forecast in tonnes from the forecasts of its zones.
 * Each zone is weighted by how often it had loads on that weekday.
 * Thus a zone with loads every second day does not count daily.
 * `own` is the forecast from the city's own history.
 * The returned interval is as wide as that of `own`.
 */
export function combineZoneForecasts<D extends Day>(
  own: D,
  zones: readonly ZoneDays<D>[],
  cityDays: readonly string[],
): D {
  const latest = latestDaysWithLoads(cityDays, weekdayOf(own.date))
  let p50 = 0
  const materials = mapMaterials(() => 0)
  for (const { arrived, days } of zones) {
    const day = days.find(({ date }) => date === own.date)
    if (!day) continue
    const tonnes = day.p50 * shareOfDaysWithLoads(latest, arrived)
    p50 += tonnes
    for (const material of MATERIALS) materials[material] += (tonnes * (day.shares[material] ?? 0)) / 100
  }
  return {
    ...own,
    p10: Math.max(0, p50 - (own.p50 - own.p10)),
    p50,
    p90: p50 + (own.p90 - own.p50),
    shares: sharesOf(materials) ?? own.shares,
    reasons: { ...own.reasons, zones: p50 - own.p50 },
  }
}

/** Returns percent by material; undefined if no material is known. */
function sharesOf(tonnes: Record<Material, number>): Record<string, number> | undefined {
  const known = MATERIALS.filter((material) => tonnes[material] > 0)
  const percent = percentagesOf(tonnes)
  return known.length > 0 ? Object.fromEntries(known.map((material) => [material, percent[material]])) : undefined
}

interface ScoredDay {
  date: string
  p10: number
  p50: number
  p90: number
  /** The weekday's mean in tonnes; absent without history. */
  weekdayMean?: number | undefined
  actual: number
}

interface TrackRecord {
  days: number
  /** Sum of the errors in percent of the actual total (WAPE); absent if no day was scored. */
  error?: number
  /**
   * Error that the weekday's mean would have as the forecast.
   * It is in percent of the actual total (WAPE).
   */
  weekdayMeanError?: number
  /** Percentage of days on which the actual tonnes were within the forecast's interval. */
  coverage?: number
}

/**
 * Measures how accurate the forecasts were from the day `since` (`2026-01-05`) on.
 * Leaves out the comparison with the weekday mean if some days lack this mean.
 */
export function summarizeForecastAccuracy(all: readonly ScoredDay[], since: string): TrackRecord {
  const days = all.filter(({ date }) => date >= since)
  const came = days.reduce((sum, { actual }) => sum + actual, 0)
  if (days.length === 0 || came <= 0) return { days: days.length }
  const percent = (missed: number) => (100 * missed) / came
  const error = percent(days.reduce((sum, { p50, actual }) => sum + Math.abs(p50 - actual), 0))
  const inside = days.filter(({ p10, p90, actual }) => p10 <= actual && actual <= p90).length
  const coverage = (100 * inside) / days.length
  if (days.some(({ weekdayMean }) => weekdayMean === undefined)) return { days: days.length, error, coverage }
  const missedByMean = days.reduce((sum, { weekdayMean = 0, actual }) => sum + Math.abs(weekdayMean - actual), 0)
  return { days: days.length, error, weekdayMeanError: percent(missedByMean), coverage }
}
