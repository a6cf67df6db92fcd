/** How policies keep what they know: each names the parts of it, and begins with what was kept of them. */

/**
 * What there is of a part of what a policy knows; `first`, while nothing was kept. A policy knows nothing else from event to
 * event, and changes what it was given in place. Parts are plain: maps, sets, lists and objects of text and numbers.
 */
export type Keep = <T extends object>(part: string, first: T) => T

/** Of policies that nobody keeps anything of. */
export const unkept: Keep = (_, first) => first

/** For parts that are named within another. */
export const within =
  (keep: Keep, name: string): Keep =>
  (part, first) =>
    keep(`${name}/${part}`, first)

/** All parts by their names, as they are now. */
export type Parts = ReadonlyMap<string, object>

/** Begins with what was kept. */
export function keepParts(kept: Parts = new Map()): { keep: Keep; parts: Parts } {
  const parts = new Map<string, object>()
  const keep: Keep = <T extends object>(part: string, first: T) => {
    if (parts.has(part)) throw new Error(`two parts are called ${part}`)
    const known = (kept.get(part) ?? first) as T
    parts.set(part, known)
    return known
  }
  return { keep, parts }
}
