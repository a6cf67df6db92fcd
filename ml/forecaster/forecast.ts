/**
 * Forecasts a district's waste for 14 days.
 * Returns tonnes with interval, shares by material, and reasons.
 */

import { dateOf, type EpochDay, parseEpochDay, weekdayOf } from './calendar.ts'
import {
  createForecastCache,
  type ForecastCache,
  type ForecastHorizon,
  predictionsOf,
  trainingHorizonDaysOf,
} from './candidates.ts'
import { createCompositionForecast, roundPercents } from './composition.ts'
import {
  combinePredictions,
  computeBiasCorrections,
  type EnsembleSample,
  type EnsembleWeights,
  learnEnsembleWeights,
} from './ensemble.ts'
import { forecastFeaturesOf } from './features.ts'
import { type DistrictHistory, MAX_FORECAST_DAYS, prepareHistory } from './history.ts'
import { type ForecastInterval, forecastIntervalOf, type PastForecast } from './interval.ts'
import { predictRecurringLowDay } from './quiet.ts'
import { countWeighedDays, type DistrictSeries, seriesBefore } from './series.ts'
import type { SmoothedSeries } from './smoothing.ts'

export const FORECAST_MODEL = 'mix'
export const FORECAST_MODEL_VERSION = '6'
/** Minimum number of days with known tonnes in the last year, to compute a forecast. */
const NEEDED_DAYS = 28
/**
 * First day for which forecasts are replayed.
 * The first real forecast then has enough past errors for its interval.
 */
const REPLAYED_FROM = NEEDED_DAYS / 2
const YEAR = 365
/** Number of past days for which forecasts are repeated, to learn weights and intervals. */
const TRACK_DAYS = { near: 364, far: 182 }

interface ForecastOptions {
  /**
   * First day of the forecast, such as `2026-03-01`.
   * Default: the day after the last weight.
   * Data from this day on is ignored.
   */
  from?: string
  /** Number of days to forecast, 1 to 14. */
  days?: number
  /** Dates of past and future public holidays. */
  holidays?: Iterable<string>
  /**
   * Fitted models of earlier runs.
   * They save computing time and do not change the forecast.
   */
  memory?: ForecastCache
}

export interface DayForecast {
  date: string
  /** Number of the forecast day, counted from 1 for the first day of the forecast. */
  ahead: number
  p10: number
  p50: number
  p90: number
  /** Percent by material, summing to 100; empty without data on materials. */
  shares: Record<string, number>
  reasons: ForecastReasons
}

/** Parts of a forecast in tonnes, which sum to the forecast. */
interface ForecastReasons {
  /** Tonnes of the usual day of the last four weeks. */
  level: number
  /** Part of the forecast in tonnes that is due to the day of the week. */
  weekday: number
  /** Trend in tonnes: the smoothed level minus the usual day of the last four weeks. */
  trend: number
  /** Effect of a nearby holiday, according to the models. */
  holiday: number
  /** Remaining difference in tonnes, caused by recent days, season and missing days. */
  other: number
}

type Forecast =
  | { status: 'forecast'; model: string; version: string; horizons: DayForecast[]; weights: Record<string, number> }
  | { status: 'not-enough-history'; have: number; need: number; missing: string }

interface Track {
  weights: EnsembleWeights
  /** Correction for recent errors, in tonnes. */
  added: number
  band: (weekday: number) => ForecastInterval | undefined
}

/** Replays recent forecasts for one horizon, in order to learn from their errors. */
function trackOf(
  past: DistrictHistory,
  origin: number,
  reach: ForecastHorizon,
  names: readonly string[],
  memory: ForecastCache,
): Track {
  const outcomes: EnsembleSample[] = []
  const quiet: (number | undefined)[] = []
  for (let day = Math.max(REPLAYED_FROM, origin - TRACK_DAYS[reach]); day < origin; day++) {
    const made = day - trainingHorizonDaysOf(reach, day) + 1
    if (Number.isNaN(past.values[day]) || made < REPLAYED_FROM) continue
    const guesses = predictionsOf(past, day, made, memory)
    outcomes.push({ guesses, tonnes: past.values[day] as number, weekday: weekdayOf(past.first + day) })
    quiet.push(predictRecurringLowDay(past, day, made))
  }
  const weights = learnEnsembleWeights(names, outcomes)
  const mixes = outcomes.map(({ guesses }, at) => {
    const known = names.every((name) => guesses.has(name)) ? weights : equalWeights([...guesses.keys()])
    return quiet[at] ?? combinePredictions(guesses, known)
  })
  // Corrects the systematic error only in tomorrow's forecast.
  // Forecasts of later days have other errors.
  const added =
    reach === 'near' ? computeBiasCorrections(outcomes.map(({ tonnes }, at) => tonnes - (mixes[at] as number))) : []
  const misses = outcomes.map(({ tonnes, weekday }, at): PastForecast => {
    const foreseen = quiet[at] ?? Math.max(0, (mixes[at] as number) + (added[at] ?? 0))
    return { forecast: foreseen, tonnes, weekday }
  })
  return { weights, added: added.at(-1) ?? 0, band: (weekday) => forecastIntervalOf(misses, weekday) }
}

const equalWeights = (names: readonly string[]): EnsembleWeights =>
  new Map(names.map((name) => [name, 1 / names.length]))

const parseDays = (dates: Iterable<string>): Set<EpochDay> =>
  new Set([...dates].flatMap((date) => parseEpochDay(date) ?? []))

/**
 * Forecasts the waste of one district.
 * The optional `memory` is a cache: its contents never change the result.
 */
export function forecastDistrictWaste(series: DistrictSeries, options: ForecastOptions = {}): Forecast {
  const from =
    (options.from === undefined ? undefined : parseEpochDay(options.from)) ?? series.first + series.total.length
  const known = seriesBefore(series, from)
  const origin = from - series.first
  const have = countWeighedDays(known.total, origin - YEAR)
  if (have < NEEDED_DAYS) return notEnough(have)
  const total = new Float64Array(origin).fill(Number.NaN)
  total.set(known.total)
  const past = prepareHistory(series.first, total, parseDays(options.holidays ?? []))
  const count = Math.max(1, Math.min(MAX_FORECAST_DAYS, Math.floor(options.days ?? MAX_FORECAST_DAYS)))
  const memory = options.memory ?? createForecastCache()
  const near = dayForecasts(past, origin, 'near', [0], memory)
  const later = Array.from({ length: count - 1 }, (_, day) => day + 1)
  const far = later.length > 0 ? dayForecasts(past, origin, 'far', later, memory) : { made: [], weights: new Map() }
  const composition = series.materials.length > 0 ? createCompositionForecast(known, origin) : () => undefined
  const horizons = [...near.made, ...far.made].map((made, ahead) => {
    const shares = composition(origin + ahead)
    return { ...made, shares: shares ? byMaterial(series.materials, roundPercents(shares)) : {} }
  })
  return {
    status: 'forecast',
    model: FORECAST_MODEL,
    version: FORECAST_MODEL_VERSION,
    horizons,
    weights: Object.fromEntries(near.weights),
  }
}

const byMaterial = (materials: readonly string[], percent: readonly number[]): Record<string, number> =>
  Object.fromEntries(materials.map((material, at) => [material, percent[at] as number]))

function dayForecasts(
  past: DistrictHistory,
  origin: number,
  reach: ForecastHorizon,
  later: readonly number[],
  memory: ForecastCache,
) {
  const names = [...predictionsOf(past, origin + (later[0] as number), origin, memory).keys()]
  const { weights, added, band } = trackOf(past, origin, reach, names, memory)
  const bare = { ...past, holidays: new Set<EpochDay>() }
  const made = later.map((day): Omit<DayForecast, 'shares'> => {
    const target = origin + day
    const foreseen = (otherwise?: DistrictHistory) =>
      Math.max(0, combinePredictions(predictionsOf(past, target, origin, memory, otherwise), weights) + added)
    const usual = foreseen()
    const p50 = predictRecurringLowDay(past, target, origin) ?? usual
    const plain = past.holidays.size > 0 ? foreseen(bare) : usual
    const { below, above } = band(weekdayOf(past.first + target)) ?? { below: p50, above: p50 }
    const reasons = explainForecast(past, target, origin, p50, plain)
    return {
      date: dateOf(past.first + target),
      ahead: day + 1,
      p10: Math.max(0, p50 - below),
      p50,
      p90: p50 + above,
      reasons,
    }
  })
  return { made, weights }
}

function notEnough(have: number): Forecast {
  const lack = NEEDED_DAYS - have
  const missing = `${lack} more ${lack === 1 ? 'day' : 'days'} with a weight within a year`
  return { status: 'not-enough-history', have, need: NEEDED_DAYS, missing }
}

/**
 * Splits a forecast into the amounts that each reason contributes.
 * `plain` is the forecast without the effect of nearby holidays.
 */
function explainForecast(
  past: DistrictHistory,
  target: number,
  origin: number,
  forecast: number,
  plain: number,
): ForecastReasons {
  const { level, expected } = forecastFeaturesOf(past, target, origin)
  const middle = (past.smoothed[1] as SmoothedSeries).level[origin] as number
  return {
    level,
    trend: middle - level,
    weekday: expected - middle,
    holiday: forecast - plain,
    other: plain - expected,
  }
}
