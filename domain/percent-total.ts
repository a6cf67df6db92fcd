/**
 * Sums percentages of a whole.
 * Forms and server use the same rule.
 */

/** Factor for rounding sums of decimals, which removes floating-point errors. */
const EXACT = 1_000_000_000

/** Returns the sum of percentages without floating-point errors. */
export const sumPercents = (parts: readonly number[]) =>
  Math.round(parts.reduce((sum, part) => sum + part, 0) * EXACT) / EXACT

/** Returns whether percentages sum to exactly 100. */
export const isSumOf100 = (parts: readonly number[]) => sumPercents(parts) === 100
