/** Sums percentages of a whole, by the same rule in forms and server. */

/** Precision of a sum of decimals in floating point, per percent. */
const EXACT = 1_000_000_000

/** Returns the sum of percentages without floating-point errors. */
export const totalPercent = (parts: readonly number[]) =>
  Math.round(parts.reduce((sum, part) => sum + part, 0) * EXACT) / EXACT

/** Whether percentages sum to exactly 100. */
export const sumsTo100 = (parts: readonly number[]) => totalPercent(parts) === 100
