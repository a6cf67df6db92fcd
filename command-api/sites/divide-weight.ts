/** Divides the measured weight of several loads among them. */

/**
 * Returns the kg of each load, to the hundredth, with `weight` as their sum.
 * Shares are proportional to the known weights in kg (`said`), or equal if none is known.
 */
export function divideWeight(weight: number, said: readonly number[]): number[] {
  const total = said.reduce((sum, share) => sum + share, 0)
  const parts = total > 0 ? said.map((share) => share / total) : said.map(() => 1 / said.length)
  let before = 0
  let share = 0
  return parts.map((part) => {
    share += part
    const upTo = Math.round(weight * share * 100)
    const own = upTo - before
    before = upTo
    return own / 100
  })
}
