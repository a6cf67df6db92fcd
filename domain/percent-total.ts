/**
 * Sums percentages of a whole.
 * Forms and server use the same rule.
 */

/** Factor for rounding sums of decimals, which removes floating-point errors. */
const EXACT = 1_000_000_000

/** Returns the sum of percentages without floating-point errors. */
export const totalPercent = (parts: readonly number[]) =>
  Math.round(parts.reduce((sum, part) => sum + part, 0) * EXACT) / EXACT

/** Returns whether percentages sum to exactly 100. */
export const sumsTo100 = (parts: readonly number[]) => totalPercent(parts) === 100
