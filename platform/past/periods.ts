/**
 * Periods of positions in which something held, placed so that those about one position are found by a few ranges of an
 * index: a relational interval tree (Kriegel, Pötke and Seidl, VLDB 2000).
 */

/** Where a period is placed that has no end yet. */
export const OPEN = 0
/** Its end: after every position. */
export const NEVER = Number.MAX_SAFE_INTEGER

/** The place of the period from `since` to before `till`: of the numbers in (since, till], the one that most twos divide. */
export function placeOf(since: number, till: number): number {
  if (till === NEVER) return OPEN
  let step = 1
  while (Math.floor(since / (2 * step)) !== Math.floor(till / (2 * step))) step *= 2
  return Math.floor(till / step) * step
}

/**
 * Where periods about `position` can be placed in a log that ends at `head`: of those at a place in `ended` the ones that end
 * after it, of those in `begun` (the open ones among them) the ones that have begun by then.
 */
export function placesAbout(position: number, head: number): { ended: number[]; begun: number[] } {
  const places = { ended: [] as number[], begun: [OPEN] }
  for (let step = 1; step <= head; step *= 2) {
    const place = Math.floor(position / (2 * step)) * 2 * step + step
    if (place <= position) places.ended.push(place)
    else places.begun.push(place)
  }
  return places
}
