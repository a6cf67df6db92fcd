/** Statistics for the forecaster: mean, quantiles, medians, and deterministic random numbers. */

export const mean = (values: ArrayLike<number>): number => {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at] as number
  return sum / values.length
}

/** Returns the quantile at `level` (0 to 1), linearly interpolated; NaN without values. */
export const quantile = (values: ArrayLike<number>, level: number): number =>
  quantileOfSorted(Float64Array.from(values).sort(), level)

/** Returns the quantile of sorted values. */
export function quantileOfSorted(sorted: Float64Array, level: number): number {
  const place = level * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return low === undefined || high === undefined ? Number.NaN : low + (high - low) * (place - Math.floor(place))
}

export const median = (values: ArrayLike<number>): number => quantile(values, 0.5)

/**
 * Returns the weighted median; NaN without values.
 * It is the first sorted value that reaches half of the total weight.
 */
export function weightedMedian(all: readonly { value: number; weight: number }[]): number {
  const rising = all.toSorted((a, b) => a.value - b.value)
  const sum = rising.reduce((part, { weight }) => part + weight, 0)
  // Subtracts a small tolerance: rounding errors could otherwise miss a sum that is exactly half.
  const half = sum * (0.5 - 1e-12)
  let passed = 0
  for (const { value, weight } of rising) {
    passed += weight
    if (passed >= half) return value
  }
  return Number.NaN
}

/**
 * Returns a generator of numbers from 0 up to 1.
 * The algorithm is mulberry32 (Tommy Ettinger, public domain).
 * Equal seeds give equal numbers on every computer.
 */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
