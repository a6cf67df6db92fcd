/** History of a district for forecasts: daily tonnes without outliers, smoothed series, deviations. */
import { weightsOfSameWeekday } from './baselines.ts'
import type { EpochDay } from './calendar.ts'
import { estimateExpectedTonnes, type SmoothedSeries, type SmoothingRates, smoothSeries } from './smoothing.ts'
import { mean, quantileOfSorted } from './statistics.ts'

/** Maximum number of days of a forecast. */
export const MAX_FORECAST_DAYS = 14

export interface DistrictHistory {
  /** Day of the first element of `values`. */
  first: EpochDay
  /**
   * Number of known days.
   * Later entries of `values` are NaN, for the days to forecast.
   */
  length: number
  values: Float64Array
  holidays: ReadonlySet<EpochDay>
  /** Smoothings of the values, with learning rates from slow to fast. */
  smoothed: SmoothedSeries[]
  /**
   * Difference between each day and the value expected for it.
   * The expectation is the series smoothed with the middle learning rates (`smoothed[1]`).
   */
  off: Float64Array
  /** For each day, the difference between its value and the mean of the last four same weekdays. */
  offWeekday: Float64Array
  /** Each day's hash of all earlier days; equal histories have equal hashes. */
  digest: string[]
}

const PACES: SmoothingRates[] = [
  { level: 0.01, season: 0.03 },
  { level: 0.06, season: 0.06 },
  { level: 0.15, season: 0.06 },
  { level: 0.3, season: 0.1 },
]
/**
 * Daily tonnes above a limit are a spike: limit = p95 + SPIKE × (p95 − median).
 * p95 is the 95th percentile of the recent days.
 */
const SPIKE = 4
const SPIKE_DAYS = 400
const SPIKE_LEAST = 14

/**
 * Returns the tonnes without spikes, as judged by the days before.
 * A third high day in a row is a new level and stays.
 */
export function removeSpikes(total: Float64Array): Float64Array {
  const values = total.slice()
  const known: number[] = []
  let limit = Number.POSITIVE_INFINITY
  let above = 0
  total.forEach((value, day) => {
    if (Number.isNaN(value)) return
    if (known.length >= SPIKE_LEAST && known.length % 7 === 0) {
      const recent = Float64Array.from(known.slice(-SPIKE_DAYS)).sort()
      const [middle, high] = [quantileOfSorted(recent, 0.5), quantileOfSorted(recent, 0.95)]
      limit = high + SPIKE * (high - middle)
      if (limit === 0 || high === middle) limit = Number.POSITIVE_INFINITY
    }
    above = value > limit ? above + 1 : 0
    if (above === 1 || above === 2) values[day] = limit
    known.push(value)
  })
  return values
}

function digests(first: EpochDay, values: Float64Array, holidays: ReadonlySet<EpochDay>): string[] {
  const bits = new Uint32Array(new Float64Array(values).buffer)
  let [a, b] = [0x811c9dc5 ^ first, 0x1000193]
  for (const day of [...holidays].sort((one, other) => one - other)) b = Math.imul(b ^ day, 0x85ebca6b)
  return Array.from(values, (_, day) => {
    const digest = `${day}:${a >>> 0}:${b >>> 0}`
    for (const word of [bits[2 * day] as number, bits[2 * day + 1] as number]) {
      a = Math.imul(a ^ word, 0x01000193)
      b = Math.imul(b ^ (word >>> 15) ^ (word << 7), 0x85ebca6b)
    }
    return digest
  })
}

/** Prepares a district's history; `first` is its first known day. */
export function prepareHistory(first: EpochDay, total: Float64Array, holidays: ReadonlySet<EpochDay>): DistrictHistory {
  const values = new Float64Array(total.length + MAX_FORECAST_DAYS).fill(Number.NaN)
  values.set(removeSpikes(total))
  const smoothed = PACES.map((pace) => smoothSeries(values, pace))
  const off = values.map((value, day) => value - estimateExpectedTonnes(smoothed[1] as SmoothedSeries, day, day))
  const offWeekday = values.map((value, day) => value - mean(weightsOfSameWeekday(values, day, day, 4)))
  return {
    first,
    length: total.length,
    values,
    holidays,
    smoothed,
    off,
    offWeekday,
    digest: digests(first, values, holidays),
  }
}
