/** Stores the state of a policy as named parts. The policy gets the parts back after a restart. */

/**
 * Returns the stored part, or `first` if there is none.
 * A policy has no other state, and changes its parts in place.
 * A part consists of maps, sets, lists and objects of text and numbers.
 */
export type OpenPolicyStatePart = <T extends object>(part: string, first: T) => T

/** Stores nothing. */
export const unstoredState: OpenPolicyStatePart = (_, first) => first

/** Returns a `keep` function that adds a prefix to the names of parts. */
export const prefixPolicyStateParts =
  (keep: OpenPolicyStatePart, name: string): OpenPolicyStatePart =>
  (part, first) =>
    keep(`${name}/${part}`, first)

/** All parts of the state by name, with their present content. */
export type PolicyStateParts = ReadonlyMap<string, object>

/** Opens the parts of the state. Each starts with its stored content, if any. */
export function openPolicyStateParts(kept: PolicyStateParts = new Map()): {
  keep: OpenPolicyStatePart
  parts: PolicyStateParts
} {
  const parts = new Map<string, object>()
  const keep: OpenPolicyStatePart = <T extends object>(part: string, first: T) => {
    if (parts.has(part)) throw new Error(`two parts are called ${part}`)
    const known = (kept.get(part) ?? first) as T
    parts.set(part, known)
    return known
  }
  return { keep, parts }
}
