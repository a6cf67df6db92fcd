/** Sums over lists of figures that several rooms of the forecaster need. */

export const mean = (values: ArrayLike<number>): number => {
  let sum = 0
  for (let at = 0; at < values.length; at++) sum += values[at] as number
  return sum / values.length
}

/** The quantile at `level` (0 to 1), halfway values by straight lines between neighbours; NaN of no figures. */
export const quantile = (values: ArrayLike<number>, level: number): number =>
  sortedQuantile(Float64Array.from(values).sort(), level)

/** The same of figures that rise already. */
export function sortedQuantile(sorted: Float64Array, level: number): number {
  const place = level * (sorted.length - 1)
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]]
  return low === undefined || high === undefined ? Number.NaN : low + (high - low) * (place - Math.floor(place))
}

/** The first of the values, as they rise, up to which half of all weight lies; NaN of no values. */
export function weightedMedian(all: readonly { value: number; weight: number }[]): number {
  const rising = all.toSorted((a, b) => a.value - b.value)
  const sum = rising.reduce((part, { weight }) => part + weight, 0)
  // A half is met where it is but for rounding.
  const half = sum * (0.5 - 1e-12)
  let passed = 0
  for (const { value, weight } of rising) {
    passed += weight
    if (passed >= half) return value
  }
  return Number.NaN
}

export const median = (values: ArrayLike<number>): number => quantile(values, 0.5)
