/**
 * Fits a rhythm to daily totals: yearly level × weekday × season.
 * Uses robust least squares on logarithms.
 */
import { dayOfYearAngleOf, type WasteSeasonality } from './rhythm.ts'

export interface DailyWasteAmount {
  /** YYYY-MM-DD */
  date: string
  /** Amount in any unit; 0 or less is ignored. */
  amount: number
}

const HARMONICS = 2
const ROUNDS = 30
/**
 * Number of standard deviations beyond which a day counts less.
 * (Huber, 1964: 95 % as efficient as least squares on normal data.)
 */
const HUBER = 1.345
/** Converts the median absolute deviation to a normal distribution's standard deviation. */
const MAD_TO_SIGMA = 1.4826

/**
 * Returns the rhythm of daily waste totals (season and weekday), and what the rhythm does not explain.
 * Throws if there are too few days.
 */
export function fitWasteSeasonality(series: readonly DailyWasteAmount[]): WasteSeasonality {
  const days = series.filter(({ amount }) => amount > 0)
  const years = [...new Set(days.map(({ date }) => date.slice(0, 4)))].sort()
  const rows = days.map(({ date }) => regressors(new Date(`${date}T00:00:00Z`), years.indexOf(date.slice(0, 4)), years))
  const logs = days.map(({ amount }) => Math.log(amount))
  const width = rows[0]?.length ?? 0
  if (days.length < 4 * width || width === 0) throw new Error(`${days.length} days are too few to fit a rhythm`)

  let weights = logs.map(() => 1)
  let fitted: number[] = []
  let sigma = 0
  for (let round = 0; round < ROUNDS; round++) {
    fitted = leastSquares(rows, logs, weights)
    const away = rows.map((row, i) => Math.abs((logs[i] as number) - dot(row, fitted)))
    sigma = MAD_TO_SIGMA * median(away)
    weights = away.map((distance) => (distance <= HUBER * sigma || distance === 0 ? 1 : (HUBER * sigma) / distance))
  }
  const away = rows.map((row, i) => Math.abs(Math.expm1((logs[i] as number) - dot(row, fitted))))
  return { ...toFactors(fitted), residual: { sigma, medianError: median(away), days: days.length } }
}

/**
 * Returns a day's regressors.
 * There is one per year, and six weekday contrasts against Saturday.
 * A cosine and a sine of each yearly harmonic follow.
 */
function regressors(date: Date, year: number, years: readonly string[]): number[] {
  const weekday = date.getUTCDay()
  const levels = years.map((_, index) => (index === year ? 1 : 0))
  const contrasts = [0, 1, 2, 3, 4, 5].map((day) => (weekday === 6 ? -1 : weekday === day ? 1 : 0))
  return [...levels, ...contrasts, ...waves(date)]
}

const waves = (date: Date) =>
  Array.from({ length: HARMONICS }, (_, n) => [
    Math.cos((n + 1) * dayOfYearAngleOf(date)),
    Math.sin((n + 1) * dayOfYearAngleOf(date)),
  ]).flat()

function toFactors(fitted: readonly number[]): Pick<WasteSeasonality, 'weekday' | 'season'> {
  const waves = fitted.slice(-2 * HARMONICS)
  const contrasts = fitted.slice(-2 * HARMONICS - 6, -2 * HARMONICS)
  const raw = [...contrasts, -contrasts.reduce((sum, contrast) => sum + contrast, 0)].map(Math.exp)
  const mean = raw.reduce((sum, factor) => sum + factor, 0) / 7
  const season = Array.from({ length: HARMONICS }, (_, n) => ({
    cos: waves[2 * n] as number,
    sin: waves[2 * n + 1] as number,
  }))
  return { weekday: raw.map((factor) => factor / mean), season }
}

const dot = (a: readonly number[], b: readonly number[]) => a.reduce((sum, one, i) => sum + one * (b[i] as number), 0)

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Solves weighted least squares by normal equations and elimination with pivoting. */
function leastSquares(rows: readonly number[][], targets: readonly number[], weights: readonly number[]): number[] {
  const width = rows[0]?.length ?? 0
  const table = Array.from({ length: width }, () => new Array<number>(width + 1).fill(0))
  rows.forEach((row, r) => {
    const extended = [...row, targets[r] as number]
    for (let i = 0; i < width; i++) {
      const scaled = (weights[r] as number) * (row[i] as number)
      const line = table[i] as number[]
      if (scaled !== 0)
        for (let j = 0; j <= width; j++) line[j] = (line[j] as number) + scaled * (extended[j] as number)
    }
  })
  return solve(table)
}

function solve(table: number[][]): number[] {
  const width = table.length
  for (let i = 0; i < width; i++) {
    const pivot = table.slice(i).reduce((best, line) => (Math.abs(line[i]!) > Math.abs(best[i]!) ? line : best))
    table.splice(table.indexOf(pivot), 1)
    table.splice(i, 0, pivot)
    if (Math.abs(pivot[i]!) < 1e-9) throw new Error('The days lack a weekday or a season, so no rhythm can be fitted')
    for (const line of table)
      if (line !== pivot) {
        const share = line[i]! / pivot[i]!
        for (let j = i; j <= width; j++) line[j] = line[j]! - share * pivot[j]!
      }
  }
  return table.map((line, i) => line[width]! / line[i]!)
}
