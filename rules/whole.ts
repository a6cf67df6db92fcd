/** Percentages that are parts of a whole: one rule for the forms and for the server. */

/** Of a percent: as exact as floating point lets a sum of decimals be. */
const EXACT = 1_000_000_000

/** Returns the sum of percentages, without what floating point adds to decimals. */
export const totalPercent = (parts: readonly number[]) =>
  Math.round(parts.reduce((sum, part) => sum + part, 0) * EXACT) / EXACT

/** Returns whether percentages sum to exactly 100. */
export const isWhole = (parts: readonly number[]) => totalPercent(parts) === 100
