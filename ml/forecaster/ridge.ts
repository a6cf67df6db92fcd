/** Ridge regression near the median: fitted repeatedly, with lower weights for outliers. */

interface RidgeModel {
  spread: Float64Array
  slope: Float64Array
  start: number
}

const ROUNDS = 4

/**
 * Solves a·x = b for a symmetric positive a by Cholesky.
 * Overwrites a and b.
 */
function solve(a: Float64Array[], b: Float64Array): Float64Array {
  const n = b.length
  for (let i = 0; i < n; i++) {
    const row = a[i] as Float64Array
    for (let j = 0; j <= i; j++) {
      const other = a[j] as Float64Array
      let sum = row[j] as number
      for (let k = 0; k < j; k++) sum -= (row[k] as number) * (other[k] as number)
      row[j] = i === j ? Math.sqrt(Math.max(sum, Number.MIN_VALUE)) : sum / (other[j] as number)
    }
  }
  for (let i = 0; i < n; i++) {
    const row = a[i] as Float64Array
    for (let k = 0; k < i; k++) b[i] = (b[i] as number) - (row[k] as number) * (b[k] as number)
    b[i] = (b[i] as number) / (row[i] as number)
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) b[i] = (b[i] as number) - ((a[k] as Float64Array)[i] as number) * (b[k] as number)
    b[i] = (b[i] as number) / ((a[i] as Float64Array)[i] as number)
  }
  return b
}

/** Returns the standard deviation of each column. */
function spreadOf(rows: readonly Float64Array[]): Float64Array {
  const [sum, square] = [new Float64Array(rows[0]?.length ?? 0), new Float64Array(rows[0]?.length ?? 0)]
  for (const row of rows)
    for (let j = 0; j < row.length; j++) sum[j] = (sum[j] as number) + (row[j] as number) / rows.length
  for (const row of rows)
    for (let j = 0; j < row.length; j++)
      square[j] = (square[j] as number) + ((row[j] as number) - (sum[j] as number)) ** 2 / rows.length
  // Does not scale up columns that are constant except for rounding errors.
  return square.map((value, j) => (value > 1e-18 * (sum[j] as number) ** 2 ? Math.sqrt(value) : 1))
}

const scale = (row: Float64Array, spread: Float64Array) => row.map((value, j) => value / (spread[j] as number))

/**
 * Fits a linear model by ridge regression.
 * No feature may be missing.
 * `weight` weights the rows, `hold` penalizes slopes.
 */
export function fitRidge(
  rows: readonly Float64Array[],
  targets: Float64Array,
  weight: Float64Array,
  hold: number,
): RidgeModel {
  const spread = spreadOf(rows)
  const scaled = rows.map((row) => scale(row, spread))
  const counts = weight.slice()
  let line: RidgeModel = { spread, slope: new Float64Array(spread.length), start: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    line = { spread, ...once(scaled, targets, counts, hold) }
    const off = scaled.map((row, i) => Math.abs((targets[i] as number) - evaluateScaled(line, row)))
    // Rows near the fitted line get their full weight, others less.
    // The squared errors then act like absolute errors.
    const near = 0.1 * (off.reduce((sum, value) => sum + value, 0) / rows.length) + Number.MIN_VALUE
    for (let i = 0; i < rows.length; i++) counts[i] = ((weight[i] as number) * near) / Math.max(near, off[i] as number)
  }
  return line
}

function evaluateScaled(line: RidgeModel, scaled: Float64Array): number {
  let sum = line.start
  for (let j = 0; j < scaled.length; j++) sum += (line.slope[j] as number) * (scaled[j] as number)
  return sum
}

/**
 * Solves weighted least squares.
 * The intercept is the last unknown and is not penalized.
 */
function once(scaled: readonly Float64Array[], targets: Float64Array, counts: Float64Array, hold: number) {
  const width = scaled[0]?.length ?? 0
  const a = Array.from({ length: width + 1 }, () => new Float64Array(width + 1))
  const b = new Float64Array(width + 1)
  const last = a[width] as Float64Array
  let all = 0
  for (let i = 0; i < scaled.length; i++) {
    const row = scaled[i] as Float64Array
    const count = counts[i] as number
    const target = targets[i] as number
    all += count
    for (let j = 0; j < width; j++) {
      const value = count * (row[j] as number)
      if (value === 0) continue
      const into = a[j] as Float64Array
      for (let k = 0; k <= j; k++) into[k] = (into[k] as number) + value * (row[k] as number)
      last[j] = (last[j] as number) + value
      b[j] = (b[j] as number) + value * target
    }
    b[width] = (b[width] as number) + count * target
  }
  last[width] = all
  a.forEach((row, j) => {
    if (j < width) row[j] = (row[j] as number) + hold * all
  })
  const solved = solve(a, b)
  return { slope: solved.slice(0, width), start: solved[width] as number }
}

/** Returns the model's prediction for a row of features. */
export const predictRidge = (line: RidgeModel, row: Float64Array): number =>
  evaluateScaled(line, scale(row, line.spread))
