/** The ways to rows that indexes give: each answers one condition of a filter. */
import { type Bounds, isWithin } from './bounds.ts'
import { type EqualIndex, sizeOf } from './equal-index.ts'
import { matcher } from './matcher.ts'
import type { Only, OrderedIndex, Range } from './ordered-index.ts'
import type { Filter, Row } from './read-store.ts'
import { fieldOf, keyOf, type Slot } from './slots.ts'

export interface Access {
  field: string
  /** So many rows are found by it. */
  size: number
  slots(): Iterable<Slot>[]
  /** Whether a row is one of them. */
  holds(row: Row): boolean
  /** All others; undefined where they can't be told without looking. */
  besides?(): Set<Slot>[]
  /** The value, where there is but one. */
  only?: Only | undefined
  /** Where they are in the order of the field, of those alone that it says. */
  range?: Range
  /** That order; there is one wherever there is a range. */
  index?: OrderedIndex
}

export function idAccess(slots: ReadonlyMap<string, Slot>, ids: readonly unknown[]): Access {
  const wanted = new Set(ids)
  const found = [...wanted].flatMap((id) => slots.get(id as string) ?? [])
  return { field: 'id', size: found.length, slots: () => [found], holds: (row) => wanted.has(row.id) }
}

export function equalAccess(index: EqualIndex, field: string, values: readonly unknown[]): Access {
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

/** `among`: whose rows alone the index has in order. */
export function rangeAccess(index: OrderedIndex, field: string, bounds: Bounds, among: Access | undefined): Access {
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

/** What no index answers, as a test; undefined where nothing is left. */
export const testOf = (rest: Filter) => (Object.keys(rest).length > 0 ? matcher(rest) : undefined)
