/** Access paths: ways to find rows by an index, one per filter condition. */

import {
  type EqualityIndex,
  fieldOf,
  type IndexRestriction,
  indexKeyOf,
  type OrderedIndex,
  type Range,
  type RowSlot,
  totalSlotCountOf,
} from './indexes.ts'
import { createMatcher } from './matcher.ts'
import { isWithinBounds, type ValueBounds } from './order.ts'
import type { Filter, Row } from './read-store.ts'

export interface AccessPath {
  field: string
  /** Number of rows that this access path finds. */
  size: number
  slots(): Iterable<RowSlot>[]
  /** Returns whether the access path finds the row. */
  holds(row: Row): boolean
  /**
   * Returns all rows that the access path does not find.
   * Returns undefined if only a scan of the table could find these rows.
   */
  besides?(): Set<RowSlot>[]
  /**
   * Set if all rows of this access path have the same value in one field.
   * Contains that field and value.
   */
  only?: IndexRestriction | undefined
  /** Range of the matching rows in an ordered index, if a condition uses one. */
  range?: Range
  /**
   * Index of the field that `range` limits.
   * Set whenever `range` is set.
   */
  index?: OrderedIndex
}

export function createIdAccessPath(slots: ReadonlyMap<string, RowSlot>, ids: readonly unknown[]): AccessPath {
  const wanted = new Set(ids)
  const found = [...wanted].flatMap((id) => slots.get(id as string) ?? [])
  return { field: 'id', size: found.length, slots: () => [found], holds: (row) => wanted.has(row.id) }
}

export function createEqualityAccessPath(index: EqualityIndex, field: string, values: readonly unknown[]): AccessPath {
  const keys = new Set(values.map(indexKeyOf))
  const among = index.among(keys)
  return {
    field,
    size: totalSlotCountOf(among),
    slots: () => among,
    holds: (row) => keys.has(indexKeyOf(fieldOf(row, field))),
    besides: () => index.besides(keys),
    only: keys.size === 1 ? { field, value: [...keys][0] } : undefined,
  }
}

/**
 * Returns a way to find the rows that match any of several alternatives.
 */
export function createUnionAccessPath(slots: ReadonlyMap<string, RowSlot>): AccessPath {
  const found = new Set(slots.values())
  return { field: '$or', size: found.size, slots: () => [found], holds: ({ id }) => slots.has(id) }
}

/**
 * Returns a way to find the rows whose field is within bounds, by an ordered index.
 * With `among`, a row must also match this other condition.
 */
export function createRangeAccessPath(
  index: OrderedIndex,
  field: string,
  bounds: ValueBounds,
  among: AccessPath | undefined,
): AccessPath {
  const range = index.range(bounds)
  return {
    field,
    size: range[1] - range[0],
    slots: () => [index.slice(range)],
    holds: (row) => isWithinBounds(bounds, fieldOf(row, field)) && (among?.holds(row) ?? true),
    range,
    index,
  }
}

/**
 * Returns a test of rows for the conditions that no index covers.
 * Returns undefined if there are no such conditions.
 */
export const createUnindexedConditionMatcher = (rest: Filter) =>
  Object.keys(rest).length > 0 ? createMatcher(rest) : undefined
