/** Stores policy state as named parts, which a policy gets back on restart. */

/**
 * Returns the stored part, or `first` if there is none.
 * A policy holds no other state, and changes parts in place.
 * Parts are plain: maps, sets, lists and objects of text and numbers.
 */
export type PolicyState = <T extends object>(part: string, first: T) => T

/** Stores nothing. */
export const emptyState: PolicyState = (_, first) => first

/** Prefixes the names of parts. */
export const withPrefix =
  (keep: PolicyState, name: string): PolicyState =>
  (part, first) =>
    keep(`${name}/${part}`, first)

/** All parts by name, in their current state. */
export type StateParts = ReadonlyMap<string, object>

/** Starts from the stored parts. */
export function openStateParts(kept: StateParts = new Map()): { keep: PolicyState; parts: StateParts } {
  const parts = new Map<string, object>()
  const keep: PolicyState = <T extends object>(part: string, first: T) => {
    if (parts.has(part)) throw new Error(`two parts are called ${part}`)
    const known = (kept.get(part) ?? first) as T
    parts.set(part, known)
    return known
  }
  return { keep, parts }
}
