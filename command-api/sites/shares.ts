/** A weight that was measured of several loads at once, shared among them. */

/**
 * kg of each load, to the hundredth, in proportion to what each was said to weigh (kg); equal where nothing was said. They sum to
 * `weight`, which is to the hundredth too.
 */
export function sharesOf(weight: number, said: readonly number[]): number[] {
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
