/**
 * Feed version and order of positions.
 * They are apart from the schemas, which the first screen does not load.
 */

export const FEED_VERSION = 3

/**
 * Compares two log positions, decimal texts without leading zeros.
 * Returns a negative number, zero or a positive one.
 */
export function comparePositions(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}
