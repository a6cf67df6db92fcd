/**
 * Exponential smoothing with a weekly season (ETS A,N,A).
 * Skips missing days and limits outliers.
 */
import { median } from './statistics.ts'

/** Learning rates of the level and of the weekday's deviation. */
export interface SmoothingRates {
  level: number
  season: number
}

/**
 * State of the smoothing before each day, up to 14 days after the last day.
 * It is NaN before the first known day.
 */
export interface SmoothedSeries {
  level: Float64Array
  /** Seven values per day: each weekday's deviation from `level`, in tonnes. */
  season: Float64Array
}

const GRID: SmoothingRates[] = [0.01, 0.03, 0.06, 0.1, 0.15, 0.22, 0.3, 0.45].flatMap((level) =>
  [0.01, 0.03, 0.06, 0.1, 0.15, 0.25].map((season) => ({ level, season })),
)
/** Smoothing limits errors to this multiple of the mean absolute error. */
const CAP = 3
/** Learning rate of the mean absolute error. */
const USUAL_PACE = 0.03
const FIRST_KNOWN = 28

/**
 * Returns the initial state of exponential smoothing, computed from the first days.
 * It contains the level, each weekday's deviation and weight, and the median absolute error.
 */
function startOf(values: Float64Array, days: readonly number[]) {
  const level = median(days.map((day) => values[day] as number))
  const weeks = Array.from({ length: 7 }, (_, weekday) => days.filter((day) => day % 7 === weekday))
  const parts = weeks.map((week) => (week.length > 0 ? median(week.map((day) => values[day] as number)) - level : 0))
  const misses = days.map((day) => Math.abs((values[day] as number) - level - (parts[day % 7] as number)))
  return { level, parts, seen: weeks.map(({ length }) => length / 2), usual: median(misses) }
}

/**
 * Returns the initial states for smoothing a series.
 * `early` has one state for each of the first days, computed from earlier days only.
 * `start` is the state after these days.
 */
function startsOf(values: Float64Array) {
  const days: number[] = []
  const early: ReturnType<typeof startOf>[] = []
  let start = startOf(values, days)
  for (let day = 0; day < values.length && days.length < FIRST_KNOWN; day++) {
    early.push(start)
    if (Number.isNaN(values[day])) continue
    days.push(day)
    start = startOf(values, days)
  }
  return { early, start }
}

/**
 * Smooths `values`, in which missing days are NaN.
 * The last values are NaN, for the days to predict.
 */
export function smoothSeries(
  values: Float64Array,
  pace: SmoothingRates,
  { early, start } = startsOf(values),
): SmoothedSeries {
  let { level, usual } = start
  const [parts, seen] = [[...start.parts], [...start.seen]]
  const smoothed = { level: new Float64Array(values.length), season: new Float64Array(7 * values.length) }
  values.forEach((value, day) => {
    const weekday = day % 7
    const part = parts[weekday] as number
    const before = early[day] ?? { level, parts }
    smoothed.level[day] = before.level
    smoothed.season.set(before.parts, 7 * day)
    if (Number.isNaN(value)) return
    const miss = value - Math.max(0, level + part)
    const counted = Math.sign(miss) * Math.min(Math.abs(miss), CAP * usual)
    usual += USUAL_PACE * (Math.min(Math.abs(miss), 2 * CAP * usual) - usual)
    // If all values were equal, the first difference initializes the mean error.
    if (usual === 0) usual = USUAL_PACE * Math.abs(miss)
    const times = (seen[weekday] as number) + 1
    seen[weekday] = times
    level += pace.level * counted
    parts[weekday] = part + Math.max(pace.season, 1 / (times + 1)) * (1 - pace.level) * counted
  })
  return smoothed
}

/** Returns the tonnes expected for day `target`, estimated from all days before day `origin`. */
export const estimateExpectedTonnes = ({ level, season }: SmoothedSeries, target: number, origin: number): number =>
  Math.max(0, (level[origin] as number) + (season[7 * origin + (target % 7)] as number))

/**
 * Returns the smoothing rates that predict the `days` days before `until` best.
 * The best rates have the smallest absolute error.
 */
export function findBestLearningRates(values: Float64Array, until: number, days: number): SmoothingRates {
  const known = values.subarray(0, until)
  const starts = startsOf(known)
  const missed = GRID.map((pace) => {
    const smoothed = smoothSeries(known, pace, starts)
    let sum = 0
    for (let day = Math.max(FIRST_KNOWN, until - days); day < until; day++)
      if (!Number.isNaN(known[day]))
        sum += Math.abs((known[day] as number) - estimateExpectedTonnes(smoothed, day, day))
    return sum
  })
  return GRID[missed.indexOf(Math.min(...missed))] as SmoothingRates
}
