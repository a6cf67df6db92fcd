/**
 * Features of a day for the forecast models.
 * Uses the calendar, and data known on the day of the forecast (`origin`).
 */
import { weightsOfSameWeekday } from './baselines.ts'
import {
  calendarFeaturesOf,
  findSameDatesInEarlierYears,
  findSameWeekdaysInEarlierYears,
  weekdayOf,
} from './calendar.ts'
import type { DistrictHistory } from './history.ts'
import { estimateExpectedTonnes, type SmoothedSeries } from './smoothing.ts'
import { mean, median } from './statistics.ts'

/**
 * Features of a day, from which the forecast models predict its waste.
 * The three groups differ in how gaps are filled and values are scaled.
 */
export interface ForecastFeatures {
  /** Tonnes of earlier days and means of them; NaN if unknown. */
  levels: number[]
  /** Deviations from the expectation in tonnes; NaN if unknown. */
  offs: number[]
  /** Features of the day that are neither amounts nor deviations, the weekday first; never NaN. */
  marks: number[]
  /**
   * Expected tonnes, smoothed with medium learning rates; never NaN.
   * `level` is the tonnes of a usual recent day; never NaN.
   */
  expected: number
  level: number
}

const LAGS = [1, 2, 3, 4, 5, 6, 7, 8, 14, 21, 28, 35, 42, 364]
const MEANS = [3, 7, 14, 28, 56]
const REACH = 240

const known = (values: readonly number[]) => values.filter((value) => !Number.isNaN(value))
const meanOf = (values: readonly number[]) => mean(known(values))

/** Returns the newest known values of the days before `origin`, at most `count`. */
function latest(values: Float64Array, origin: number, count: number): number[] {
  const found: number[] = []
  for (let day = origin - 1; day >= Math.max(0, origin - REACH) && found.length < count; day--)
    if (!Number.isNaN(values[day])) found.push(values[day] as number)
  return found
}

function faded(values: readonly number[]): number {
  let [sum, weight] = [0, 0]
  values.forEach((value, back) => {
    sum += 0.75 ** back * value
    weight += 0.75 ** back
  })
  return sum / weight
}

/**
 * Returns the features of day `target`, from the days before `origin`.
 * Both numbers are indexes of the past's values.
 */
export function forecastFeaturesOf(past: DistrictHistory, target: number, origin: number): ForecastFeatures {
  const { values, off, offWeekday, first } = past
  const before = (of: Float64Array, day: number) => (day >= 0 && day < origin ? (of[day] as number) : Number.NaN)
  const recent = latest(values, origin, 56)
  const weekday = weightsOfSameWeekday(values, target, origin, 12)
  const smoothings = past.smoothed.map((smoothed) => estimateExpectedTonnes(smoothed, target, origin))
  const [slow = 0, middle = 0, , fast = 0] = smoothings
  const year = Array.from({ length: 15 }, (_, day) => before(values, target - 357 - day))
  const levels = [
    ...LAGS.map((lag) => before(values, target - lag)),
    ...MEANS.map((days) => mean(recent.slice(0, days))),
    median(recent.slice(0, 28)),
    ...[2, 4, 8, 12].map((weeks) => mean(weekday.slice(0, weeks))),
    ...[5, 8].map((weeks) => median(weekday.slice(0, weeks))),
    faded(weekday),
    meanOf([14, 28, 42, 56].map((lag) => before(values, target - lag))),
    meanOf(year),
    ...smoothings,
  ]
  const offs = offsOf(latest(off, origin, 28), latest(offWeekday, origin, 28))
  for (const lag of [1, 2, 3, 7]) offs.push(before(off, target - lag))
  for (const days of [findSameDatesInEarlierYears(first + target), findSameWeekdaysInEarlierYears(first + target)])
    offs.push(meanOf(days.map((day) => before(offWeekday, day - first))))
  offs.push(fast - middle, middle - slow)
  const missed = missedOf(past, target, origin)
  // After a holiday, many collections are one day late for the rest of the week.
  // Saturday, for example, gets Friday's waste.
  offs.push(missed > 0 ? estimateExpectedTonnes(past.smoothed[1] as SmoothedSeries, target - 1, origin) - middle : 0)
  const marks = [...calendarFeaturesOf(first + target, past.holidays), missed, ...gaps(values, origin), target - origin]
  const level = recent.length > 0 ? mean(recent.slice(0, 28)) : middle
  return { levels, offs, marks, expected: middle, level: level > 0 ? level : 1 }
}

const offsOf = (off: number[], offWeekday: number[]): number[] => [
  ...[1, 3, 7, 14, 28].map((days) => mean(off.slice(0, days))),
  mean(off.slice(0, 14).map(Math.abs)),
  ...[1, 3, 7, 14, 28].map((days) => mean(offWeekday.slice(0, days))),
]

/**
 * Counts the missed days in the week of `target`, from Monday on.
 * On a missed day, less than half of the expected tonnes arrived.
 * Skips days whose expectation is below half of a usual day's tonnes.
 */
function missedOf({ first, values, smoothed }: DistrictHistory, target: number, origin: number): number {
  const middle = smoothed[1] as SmoothedSeries
  let missed = 0
  for (let day = Math.max(0, target - weekdayOf(first + target)); day < Math.min(target, origin); day++) {
    const usual = estimateExpectedTonnes(middle, day, day)
    if (usual > 0.5 * (middle.level[day] as number) && !((values[day] as number) >= 0.5 * usual)) missed++
  }
  return missed
}

/**
 * Returns three numbers about missing weighings in the days before `origin`.
 * They are the days without a weighing, and 1 if there are any, otherwise 0.
 * The third is the number of days with a weighing in the last week.
 */
function gaps(values: Float64Array, origin: number): number[] {
  let gap = 0
  while (gap < 60 && origin - 1 - gap >= 0 && Number.isNaN(values[origin - 1 - gap])) gap++
  let weighed = 0
  for (let day = Math.max(0, origin - 7); day < origin; day++) weighed += Number.isNaN(values[day]) ? 0 : 1
  return [gap, gap > 0 ? 1 : 0, weighed]
}

/**
 * Returns a day's features for decision trees; missing values stay NaN.
 * Tonnes are divided by the usual tonnes of a day, because districts may grow.
 */
export const treeFeatureRowOf = ({ levels, offs, marks, level }: ForecastFeatures): Float64Array =>
  Float64Array.from([...levels.map((value) => value / level), ...offs.map((value) => value / level), ...marks])

/**
 * Returns a row of features for linear models, with columns for each weekday and without NaN.
 * Missing tonnes are replaced by the expected tonnes, missing deviations by 0.
 */
export function linearFeatureRowOf(
  { levels, offs, marks, expected, level }: ForecastFeatures,
  byWeekday: boolean,
): Float64Array {
  const off = offs.map((value) => (Number.isNaN(value) ? 0 : value))
  const [weekday = 0, ...others] = marks
  const empty = (marks.at(-3) as number) * level
  const turns = [4, 5].map((place) => (marks[place] as number) * level)
  const apart = byWeekday ? [off[0] as number, off[2] as number, empty, ...turns] : []
  const week = Array.from({ length: 7 }, (_, day) => [1, ...apart].map((value) => (day === weekday ? value : 0)))
  const filled = levels.map((value) => (Number.isNaN(value) ? expected : value))
  return Float64Array.from([...filled, ...off, ...others, empty, ...week.flat()])
}
