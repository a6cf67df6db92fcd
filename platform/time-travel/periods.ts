/**
 * Periods of positions, indexed by a relational interval tree (Kriegel, Pötke and Seidl, VLDB 2000).
 * A few index ranges find the periods around a position.
 */

/** Place in the tree of periods without an end. */
export const OPEN_PERIOD_PLACE = 0
/** End of a period that has not ended: after every position. */
export const NO_PERIOD_END = Number.MAX_SAFE_INTEGER

/**
 * Returns the place in the tree of the period from `since` up to `till`, exclusive.
 * It is the number in (since, till] divisible by the highest power of two.
 */
export function treePlaceOf(since: number, till: number): number {
  if (till === NO_PERIOD_END) return OPEN_PERIOD_PLACE
  let step = 1
  while (Math.floor(since / (2 * step)) !== Math.floor(till / (2 * step))) step *= 2
  return Math.floor(till / step) * step
}

/**
 * Returns the places in the tree where periods around `position` may be.
 * `head` is the last position of the log.
 * Periods at the `ended` places started before the position. They match if they end after the position.
 * Periods at the `begun` places, including `OPEN_PERIOD_PLACE`, end after the position. They match if they start at
 * or before it.
 */
export function treePlacesAround(position: number, head: number): { ended: number[]; begun: number[] } {
  const places = { ended: [] as number[], begun: [OPEN_PERIOD_PLACE] }
  for (let step = 1; step <= head; step *= 2) {
    const place = Math.floor(position / (2 * step)) * 2 * step + step
    if (place <= position) places.ended.push(place)
    else places.begun.push(place)
  }
  return places
}
