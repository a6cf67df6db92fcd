/** Differences between row versions, so that a version costs only its changes. */
import { lookUp } from '#domain/dictionary.ts'

/**
 * Difference of two values.
 * `[value]`: the new value.
 * `[]`: removed.
 * An object: changes by field, or by index of an array.
 */
export type JsonDifference = readonly [unknown?] | { readonly [field: string]: JsonDifference }

type Fields = Record<string, unknown>

/** Returns both values if they are compared by field: plain objects, or arrays of equal length. */
function comparable(a: unknown, b: unknown): [Fields, Fields] | undefined {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return undefined
  if (Array.isArray(a) || Array.isArray(b))
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return undefined
  return [a as Fields, b as Fields]
}

/**
 * Returns the difference of JSON values, or undefined if they are equal.
 * An undefined field counts as missing.
 */
export function jsonDifferenceOf(before: unknown, after: unknown): JsonDifference | undefined {
  if (Object.is(before, after)) return undefined
  const both = comparable(before, after)
  if (!both) return after === undefined ? [] : [after]
  const [a, b] = both
  const changed: [string, JsonDifference][] = []
  for (const field of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const difference = jsonDifferenceOf(lookUp(a, field), lookUp(b, field))
    if (difference) changed.push([field, difference])
  }
  return changed.length > 0 ? Object.fromEntries(changed) : undefined
}

const isWhole = (difference: JsonDifference): difference is readonly [unknown?] => Array.isArray(difference)

/** Applies a difference to a copy of the earlier version. */
export function applyJsonDifference(before: unknown, difference: JsonDifference): unknown {
  if (isWhole(difference)) return difference[0]
  const after = new Map(Object.entries(before as Fields))
  for (const [field, change] of Object.entries(difference)) {
    if (isWhole(change) && change.length === 0) after.delete(field)
    else after.set(field, applyJsonDifference(after.get(field), change))
  }
  return Array.isArray(before) ? [...after.values()] : Object.fromEntries(after)
}
