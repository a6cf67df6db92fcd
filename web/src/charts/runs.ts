/** Splits figures by day into runs without gaps, so that no line goes through a day that nobody knows. */

export interface Known<T> {
  /** Its place among all days. */
  index: number
  value: T
}

const DAY_MS = 86_400_000

/**
 * Returns the known figures, split where one is unknown and where `days` leave some out. `step`: days from one
 * figure to the next. Without `days` only unknown figures split them.
 */
export function runsOf<T>(
  values: readonly (T | null | undefined)[],
  days?: readonly string[],
  step = 1,
): (readonly Known<T>[])[] {
  const runs: Known<T>[][] = []
  for (const [index, value] of values.entries()) {
    if (value === null || value === undefined) continue
    const run = runs.at(-1)
    const isNext = run?.at(-1)?.index === index - 1 && (!days || gapBefore(days, index) <= step)
    if (run && isNext) run.push({ index, value })
    else runs.push([{ index, value }])
  }
  return runs
}

/** Returns how many days lie between a day and the one before it in the list. */
const gapBefore = (days: readonly string[], index: number) =>
  Math.round((Date.parse(days[index] ?? '') - Date.parse(days[index - 1] ?? '')) / DAY_MS)
