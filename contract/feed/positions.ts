/** Positions as they travel: the log's numbers as decimal text. */

/** Compares two wire positions (decimal numbers without leading zeros): negative, zero or positive. */
export function comparePositions(a: string, b: string): number {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0)
}
