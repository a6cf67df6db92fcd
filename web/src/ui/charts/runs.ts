/** Splits daily figures into runs, so that no line crosses an unknown day. */

export interface Known<T> {
  /** Index among all days. */
  index: number
  value: T
}

const DAY_MS = 86_400_000

/**
 * Returns the known figures, split at unknown ones and at gaps in `days`.
 * `step` is the number of days between figures.
 * Without `days` only unknown figures split them.
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

/** Returns the number of days between a day and its predecessor in the list. */
const gapBefore = (days: readonly string[], index: number) =>
  Math.round((Date.parse(days[index] ?? '') - Date.parse(days[index - 1] ?? '')) / DAY_MS)
