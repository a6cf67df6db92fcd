/** Ways to find rows by an index. Each answers one condition of a filter. */
import { type Bounds, isWithin } from './bounds.ts'
import { type EqualIndex, sizeOf } from './equal-index.ts'
import { createMatcher } from './matcher.ts'
import type { IndexRestriction, OrderedIndex, Range } from './ordered-index.ts'
import type { Filter, Row } from './read-store.ts'
import { fieldOf, keyOf, type Slot } from './slots.ts'

export interface AccessPath {
  field: string
  /** Count of rows that it finds. */
  size: number
  slots(): Iterable<Slot>[]
  /** Whether a row belongs to it. */
  holds(row: Row): boolean
  /** Returns all rows that it does not find, or undefined if only a scan could tell. */
  besides?(): Set<Slot>[]
  /** The value that all found rows have, if there is only one. */
  only?: IndexRestriction | undefined
  /** Range in the order of the field, if it is ordered. */
  range?: Range
  /**
   * Index of that order.
   * Set whenever `range` is set.
   */
  index?: OrderedIndex
}

export function idAccess(slots: ReadonlyMap<string, Slot>, ids: readonly unknown[]): AccessPath {
  const wanted = new Set(ids)
  const found = [...wanted].flatMap((id) => slots.get(id as string) ?? [])
  return { field: 'id', size: found.length, slots: () => [found], holds: (row) => wanted.has(row.id) }
}

export function equalAccess(index: EqualIndex, field: string, values: readonly unknown[]): AccessPath {
  const keys = new Set(values.map(keyOf))
  const among = index.among(keys)
  return {
    field,
    size: sizeOf(among),
    slots: () => among,
    holds: (row) => keys.has(keyOf(fieldOf(row, field))),
    besides: () => index.besides(keys),
    only: keys.size === 1 ? { field, value: [...keys][0] } : undefined,
  }
}

/** Returns the access to a range. `among` restricts the rows to those that the index orders. */
export function rangeAccess(
  index: OrderedIndex,
  field: string,
  bounds: Bounds,
  among: AccessPath | undefined,
): AccessPath {
  const range = index.range(bounds)
  return {
    field,
    size: range[1] - range[0],
    slots: () => [index.slice(range)],
    holds: (row) => isWithin(bounds, fieldOf(row, field)) && (among?.holds(row) ?? true),
    range,
    index,
  }
}

/** Returns a test for conditions that no index answers, or undefined if there are none. */
export const createResidualTest = (rest: Filter) => (Object.keys(rest).length > 0 ? createMatcher(rest) : undefined)
