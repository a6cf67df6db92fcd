/** What changed from one version of a row to the next, so that a version costs what changed and not the whole row. */
import { lookUp } from '#rules/dictionary.ts'

/** `[value]`: is that now; `[]`: is gone; an object: by its fields (of an array: by its places), what changed there. */
export type Difference = readonly [unknown?] | { readonly [field: string]: Difference }

type Fields = Record<string, unknown>

/** Plain objects, and arrays of one length, are compared field by field; all else as a whole. */
function comparable(a: unknown, b: unknown): [Fields, Fields] | undefined {
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return undefined
  if (Array.isArray(a) || Array.isArray(b))
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return undefined
  return [a as Fields, b as Fields]
}

/** Of JSON values; undefined where they are equal. A field that is undefined counts as missing. */
export function differenceOf(before: unknown, after: unknown): Difference | undefined {
  if (Object.is(before, after)) return undefined
  const both = comparable(before, after)
  if (!both) return after === undefined ? [] : [after]
  const [a, b] = both
  const changed: [string, Difference][] = []
  for (const field of new Set([...Object.keys(a), ...Object.keys(b)])) {
    const difference = differenceOf(lookUp(a, field), lookUp(b, field))
    if (difference) changed.push([field, difference])
  }
  return changed.length > 0 ? Object.fromEntries(changed) : undefined
}

const isWhole = (difference: Difference): difference is readonly [unknown?] => Array.isArray(difference)

/** The later version, of the earlier one, which stays as it is. */
export function apply(before: unknown, difference: Difference): unknown {
  if (isWhole(difference)) return difference[0]
  const after = new Map(Object.entries(before as Fields))
  for (const [field, change] of Object.entries(difference)) {
    if (isWhole(change) && change.length === 0) after.delete(field)
    else after.set(field, apply(after.get(field), change))
  }
  return Array.isArray(before) ? [...after.values()] : Object.fromEntries(after)
}
