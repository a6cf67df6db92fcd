/** Exponential smoothing with a weekly season (ETS A,N,A) that passes over missing days and lets no single day pull it far. */
import { median } from './figures.ts'

/** How fast the level follows, and how fast the weekday's part. */
export interface Pace {
  level: number
  season: number
}

/** The state before each day, as far as 14 days past the last. */
export interface Smoothed {
  level: Float64Array
  season: Float64Array
}

const GRID: Pace[] = [0.01, 0.03, 0.06, 0.1, 0.15, 0.22, 0.3, 0.45].flatMap((level) =>
  [0.01, 0.03, 0.06, 0.1, 0.15, 0.25].map((season) => ({ level, season })),
)
/** A day's miss counts up to so many times the usual miss. */
const CAP = 3
/** How fast the usual miss is learned. */
const USUAL_PACE = 0.03
const FIRST_KNOWN = 28

/** The first days give the level, each weekday's part of it, how often it came, and how far off a day usually is. */
function startOf(values: Float64Array) {
  const days = [...values.keys()].filter((day) => !Number.isNaN(values[day])).slice(0, FIRST_KNOWN)
  const level = median(days.map((day) => values[day] as number))
  const weeks = Array.from({ length: 7 }, (_, weekday) => days.filter((day) => day % 7 === weekday))
  const parts = weeks.map((week) => (week.length > 0 ? median(week.map((day) => values[day] as number)) - level : 0))
  const misses = days.map((day) => Math.abs((values[day] as number) - level - (parts[day % 7] as number)))
  return { level, parts, seen: weeks.map(({ length }) => length / 2), usual: median(misses) }
}

/** Smooths the days of `values`, NaN where missing; `values` ends with the days that are to be foreseen, all NaN. */
export function smooth(values: Float64Array, pace: Pace): Smoothed {
  const { parts, seen, ...start } = startOf(values)
  let { level, usual } = start
  const smoothed = { level: new Float64Array(values.length), season: new Float64Array(values.length) }
  values.forEach((value, day) => {
    const weekday = day % 7
    const part = parts[weekday] as number
    smoothed.level[day] = level
    smoothed.season[day] = part
    if (Number.isNaN(value)) return
    const miss = value - Math.max(0, level + part)
    const counted = Math.sign(miss) * Math.min(Math.abs(miss), CAP * usual)
    usual += USUAL_PACE * (Math.min(Math.abs(miss), 2 * CAP * usual) - usual)
    // Where everything has been alike so far, the first difference sets what is usual.
    if (usual === 0) usual = USUAL_PACE * Math.abs(miss)
    const times = (seen[weekday] as number) + 1
    seen[weekday] = times
    level += pace.level * counted
    parts[weekday] = part + Math.max(pace.season, 1 / (times + 1)) * (1 - pace.level) * counted
  })
  return smoothed
}

/** What was to be expected of the day at `target` with all days before `origin` known. */
export const expected = ({ level, season }: Smoothed, target: number, origin: number): number =>
  Math.max(0, (level[origin] as number) + (season[origin + ((target - origin) % 7)] as number))

/** The pace that missed the least, day by day and in absolute tonnes, over the last `days` before `until`. */
export function bestPace(values: Float64Array, until: number, days: number): Pace {
  const known = values.subarray(0, until)
  const missed = GRID.map((pace) => {
    const smoothed = smooth(known, pace)
    let sum = 0
    for (let day = Math.max(FIRST_KNOWN, until - days); day < until; day++)
      if (!Number.isNaN(known[day])) sum += Math.abs((known[day] as number) - expected(smoothed, day, day))
    return sum
  })
  return GRID[missed.indexOf(Math.min(...missed))] as Pace
}
