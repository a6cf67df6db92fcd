/** Finds a median without sorting. */
import { hundredth } from '../reading/rounding.ts'

/**
 * Returns the median rounded to hundredths, null if empty.
 * Reorders the array.
 */
export function medianOf(values: Float64Array): number | null {
  if (values.length === 0) return null
  const low = nth(values, Math.floor((values.length - 1) / 2))
  const high = nth(values, Math.floor(values.length / 2))
  return hundredth((low + high) / 2)
}

/** Returns the nth smallest number (Hoare's selection). */
function nth(values: Float64Array, n: number): number {
  const at = (place: number) => values[place] as number
  let [from, to] = [0, values.length - 1]
  while (from < to) {
    const pivot = at(n)
    let [low, high] = [from, to]
    while (low <= high) {
      while (at(low) < pivot) low += 1
      while (at(high) > pivot) high -= 1
      if (low > high) break
      const value = at(low)
      values[low] = at(high)
      values[high] = value
      low += 1
      high -= 1
    }
    if (high < n) from = low
    if (low > n) to = high
  }
  return at(n)
}
