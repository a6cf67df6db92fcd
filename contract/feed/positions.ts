/** Compares log positions, which clients get as decimal text. */

/**
 * Compares two positions in decimal text without leading zeros.
 * Returns a negative number, zero or a positive one.
 */
export function comparePositions(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}
