/** Linear regression held small (ridge), refitted a few times with less weight on far-off days, so that it aims at the median. */

export interface Line {
  middle: Float64Array
  width: Float64Array
  slope: Float64Array
  start: number
}

const ROUNDS = 6

/** Solves a·x = b for a symmetric positive a, by Cholesky; a and b are used up. */
function solve(a: Float64Array[], b: Float64Array): Float64Array {
  const n = b.length
  for (let i = 0; i < n; i++) {
    const row = a[i] as Float64Array
    for (let j = 0; j <= i; j++) {
      const other = a[j] as Float64Array
      let sum = row[j] as number
      for (let k = 0; k < j; k++) sum -= (row[k] as number) * (other[k] as number)
      row[j] = i === j ? Math.sqrt(Math.max(sum, 1e-12)) : sum / (other[j] as number)
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

/** Fits the line; `weight` says how much each row counts and `hold` how small slopes are held. Missing features must be filled. */
export function fitLine(
  rows: readonly Float64Array[],
  targets: Float64Array,
  weight: Float64Array,
  hold: number,
): Line {
  const width = rows[0]?.length ?? 0
  const n = rows.length
  const middle = new Float64Array(width)
  const spread = new Float64Array(width)
  for (let j = 0; j < width; j++) {
    let [sum, square] = [0, 0]
    for (const row of rows) sum += row[j] as number
    middle[j] = sum / n
    for (const row of rows) square += ((row[j] as number) - (middle[j] as number)) ** 2
    spread[j] = Math.sqrt(square / n) || 1
  }
  const scaled = rows.map((row) => row.map((value, j) => (value - (middle[j] as number)) / (spread[j] as number)))
  const counts = weight.slice()
  let line: Line = { middle, width: spread, slope: new Float64Array(width), start: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    line = once(line, scaled, targets, counts, hold)
    const off = scaled.map((row, i) => Math.abs((targets[i] as number) - through(line, row)))
    const floor = 0.1 * (off.reduce((sum, value) => sum + value, 0) / n) + 1e-12
    for (let i = 0; i < n; i++) counts[i] = ((weight[i] as number) * floor) / Math.max(floor, off[i] as number)
  }
  return line
}

const through = (line: Line, scaled: Float64Array): number => {
  let sum = line.start
  for (let j = 0; j < scaled.length; j++) sum += (line.slope[j] as number) * (scaled[j] as number)
  return sum
}

function once(line: Line, scaled: Float64Array[], targets: Float64Array, counts: Float64Array, hold: number): Line {
  const width = line.middle.length
  const a = Array.from({ length: width + 1 }, () => new Float64Array(width + 1))
  const b = new Float64Array(width + 1)
  let all = 0
  scaled.forEach((row, i) => {
    const count = counts[i] as number
    all += count
    for (let j = 0; j <= width; j++) {
      const value = count * (j < width ? (row[j] as number) : 1)
      const into = a[j] as Float64Array
      for (let k = 0; k < j; k++) into[k] = (into[k] as number) + value * (row[k] as number)
      into[j] = (into[j] as number) + value * (j < width ? (row[j] as number) : 1)
      b[j] = (b[j] as number) + value * (targets[i] as number)
    }
  })
  for (let j = 0; j < width; j++) (a[j] as Float64Array)[j] = ((a[j] as Float64Array)[j] as number) + hold * all
  const solved = solve(a, b)
  return { ...line, slope: solved.slice(0, width), start: solved[width] as number }
}

/** What the line answers for a row. */
export const onLine = (line: Line, row: Float64Array): number =>
  through(
    line,
    row.map((value, j) => (value - (line.middle[j] as number)) / (line.width[j] as number)),
  )
