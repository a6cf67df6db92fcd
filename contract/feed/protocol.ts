/**
 * Version of the feed protocol, and order of log positions.
 * They have their own file, because the first screen does not load the protocol's schemas.
 */

export const FEED_VERSION = 3

/**
 * Compares two log positions, decimal texts without leading zeros.
 * Returns a negative number, zero or a positive one.
 */
export function comparePositions(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}
