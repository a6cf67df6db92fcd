/** Stores a policy's state as named parts, which the policy gets back after a restart. */

/**
 * Returns the stored part, or `first` if there is none.
 * A policy has no other state, and changes its parts in place.
 * A part consists of maps, sets, lists and objects of text and numbers.
 */
export type OpenStatePart = <T extends object>(part: string, first: T) => T

/** Stores nothing. */
export const unstoredState: OpenStatePart = (_, first) => first

/** Adds a prefix to the names of parts. */
export const withPrefix =
  (keep: OpenStatePart, name: string): OpenStatePart =>
  (part, first) =>
    keep(`${name}/${part}`, first)

/** All parts by name, with their current content. */
export type StateParts = ReadonlyMap<string, object>

/** Creates the parts, which start with the stored ones. */
export function openStateParts(kept: StateParts = new Map()): { keep: OpenStatePart; parts: StateParts } {
  const parts = new Map<string, object>()
  const keep: OpenStatePart = <T extends object>(part: string, first: T) => {
    if (parts.has(part)) throw new Error(`two parts are called ${part}`)
    const known = (kept.get(part) ?? first) as T
    parts.set(part, known)
    return known
  }
  return { keep, parts }
}
