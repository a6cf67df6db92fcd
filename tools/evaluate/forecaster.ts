/**
 * Evaluates the forecaster on each district's last 365 days.
 * Compares each evening's forecast for the next day with two baselines.
 */

import { parseArgs } from 'node:util'
import {
  intervalCoverageOf,
  predictSeasonalNaive,
  predictWeekdayMean,
  type ScoredForecast,
  weightedAbsolutePercentageErrorOf,
} from '#ml/forecaster/baselines.ts'
import { dateOf, type EpochDay } from '#ml/forecaster/calendar.ts'
import { createForecastCache } from '#ml/forecaster/candidates.ts'
import {
  compositionErrorOf,
  type DailyShares,
  dailySharesOf,
  predictLastSameWeekday,
  predictSameWeekdayMean,
} from '#ml/forecaster/composition.ts'
import { type DayForecast, forecastDistrictWaste } from '#ml/forecaster/forecast.ts'
import { countryCodeOf, listPublicHolidays } from '#ml/forecaster/holidays.ts'
import { type DailyWeight, type DistrictSeries, districtSeriesOf } from '#ml/forecaster/series.ts'
import { lookUp } from '../../domain/dictionary.ts'
import { type RejectedRow, readWeightsCsv } from './csv.ts'
import { InputError } from './input.ts'

const SCORED_DAYS = 365
const MAX_LISTED = 100

interface Day extends ScoredForecast {
  at: number
  naive: number
  weekday: number
  /**
   * Percent of the day's tonnes that the forecast gave to another material.
   * The next two fields contain this figure for simple baselines.
   */
  misplaced: number
  misplacedByMean: number
  misplacedByLast: number
}

const round = (value: number, decimals = 2): number | null =>
  Number.isFinite(value) ? Number(value.toFixed(decimals)) : null

/** Returns the evaluation's figures for every district in the CSV. */
export default async function evaluateForecaster(argv: string[]): Promise<object> {
  const { csv, country } = optionsOf(argv)
  const { districts, leftOut } = await readWeightsCsv(csv)
  for (const line of describeRejected(leftOut)) console.log(line)
  const began = performance.now()
  const series = new Map<string, object>()
  const all: Day[] = []
  for (const [name, weights] of districts) {
    const started = performance.now()
    const { days, declined, figures } = evaluateDistrict(weights, country)
    const seconds = round((performance.now() - started) / 1000, 1)
    series.set(name, { ...figures, scored: days.length, declined, seconds, first_14_days_s: firstForecast(weights) })
    all.push(...days)
    console.log(`${name}: ${JSON.stringify(series.get(name))}`)
  }
  if (all.length === 0)
    throw new InputError(
      'No day could be scored: no district has enough days before one with a weight. Give more days.',
    )
  return {
    left_out: leftOut.length,
    series: Object.fromEntries(series),
    coverage80: round(intervalCoverageOf(all), 3),
    seconds: round((performance.now() - began) / 1000, 1),
  }
}

/**
 * Describes rejected rows, one per line.
 * Beyond a limit only counts them.
 */
function describeRejected(leftOut: readonly RejectedRow[]): string[] {
  const lines = leftOut.slice(0, MAX_LISTED).map(({ line, why }) => `Line ${line} is left out: ${why}`)
  const more = leftOut.length - lines.length
  return more > 0 ? [...lines, `${more} more lines are left out.`] : lines
}

/** Returns the seconds that the first 14-day forecast takes, computed from the whole history. */
function firstForecast(weights: DailyWeight[]) {
  const started = performance.now()
  forecastDistrictWaste(districtSeriesOf(weights))
  return round((performance.now() - started) / 1000, 1)
}

function optionsOf(argv: string[]): { csv: string; country: string | undefined } {
  try {
    const { values } = parseArgs({ args: argv, options: { csv: { type: 'string' }, country: { type: 'string' } } })
    if (values.csv) return { csv: values.csv, country: values.country }
  } catch (error) {
    throw new InputError(`${(error as Error).message.split('.')[0]}; write: forecaster --csv FILE [--country GH].`)
  }
  throw new InputError('Say which CSV to evaluate on: forecaster --csv FILE.')
}

function evaluateDistrict(weights: DailyWeight[], country: string | undefined) {
  const series = districtSeriesOf(weights)
  const holidays = country ? holidaysOf(country, series.first, series.total.length) : []
  const [memory, shares] = [createForecastCache(), dailySharesOf(series)]
  const days: Day[] = []
  let declined = 0
  for (let at = Math.max(0, series.total.length - SCORED_DAYS); at < series.total.length; at++) {
    const tonnes = series.total[at] as number
    if (Number.isNaN(tonnes)) continue
    const made = forecastDistrictWaste(series, { from: dateOf(series.first + at), days: 1, holidays, memory })
    if (made.status === 'forecast') days.push(dayOf(series, at, made.horizons[0] as DayForecast, shares))
    else declined++
  }
  return { days, declined, figures: figuresOf(days) }
}

function dayOf(series: DistrictSeries, at: number, made: DayForecast, shares: DailyShares): Day {
  const { p10, p50, p90 } = made
  const came = shares[at]
  const wrong = (said: readonly number[] = []) =>
    came && came.length > 1 ? 100 * compositionErrorOf(said, came) : Number.NaN
  const foreseen = series.materials.map((material) => (lookUp(made.shares, material) ?? 0) / 100)
  return {
    at,
    tonnes: series.total[at] as number,
    p10,
    p50,
    p90,
    naive: predictSeasonalNaive(series.total, at, at),
    weekday: predictWeekdayMean(series.total, at, at),
    misplaced: wrong(foreseen),
    misplacedByMean: wrong(predictSameWeekdayMean(shares, at)),
    misplacedByLast: wrong(predictLastSameWeekday(shares, at)),
  }
}

function figuresOf(days: readonly Day[]) {
  const wapeOf = (of: (day: Day) => number) =>
    round(
      weightedAbsolutePercentageErrorOf(
        days.flatMap((day) => (Number.isNaN(of(day)) ? [] : [[of(day), day.tonnes] as const])),
      ),
    )
  return {
    wape: wapeOf((day) => day.p50),
    seasonal_naive: wapeOf((day) => day.naive),
    weekday_mean: wapeOf((day) => day.weekday),
    coverage80: round(intervalCoverageOf(days), 3),
    ...compositionOf(days.filter((day) => !Number.isNaN(day.misplaced))),
  }
}

/**
 * Returns the errors of the predicted compositions, for the forecaster and two baselines.
 * An error is the percentage of waste that was predicted as another material.
 */
function compositionOf(days: readonly Day[]) {
  const tonnes = days.reduce((sum, day) => sum + day.tonnes, 0)
  const wrong = (of: (day: Day) => number) => round(days.reduce((sum, day) => sum + day.tonnes * of(day), 0) / tonnes)
  return (
    days.length > 0 && {
      composition_error: wrong((day) => day.misplaced),
      composition_weekday_mean: wrong((day) => day.misplacedByMean),
      composition_last_week: wrong((day) => day.misplacedByLast),
      composition_error_days: round(days.reduce((sum, day) => sum + day.misplaced, 0) / days.length),
    }
  )
}

/**
 * Returns the holidays in `days` days from `first`, and in the year after.
 * `country`: a code such as GH, or US-TX with its state.
 */
function holidaysOf(country: string, first: EpochDay, days: number): string[] {
  const [code = '', state] = country.split('-')
  if (countryCodeOf(code) !== code)
    throw new InputError(`'${country}' is not a country; write its two letters, as in GH.`)
  const year = (day: EpochDay) => Number(dateOf(day).slice(0, 4))
  return listPublicHolidays(code, year(first), year(first + days) + 1, state)
}
