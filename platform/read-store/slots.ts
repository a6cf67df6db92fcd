/** Slots that hold rows in memory tables, and the interface of indexes. */
import { lookUp } from '#domain/dictionary.ts'
import type { Row } from './read-store.ts'

/**
 * Holder of a row.
 * Indexes refer to the slot.
 * A new row in the slot therefore updates only the indexes whose value changed.
 */
export interface Slot {
  row: Row
}

/** Index of rows. The indexed fields of a slot's row must not change while the index contains the slot. */
export interface TableIndex {
  readonly fields: readonly string[]
  add(slot: Slot): void
  remove(slot: Slot): void
}

/** Index key of objects and arrays. Equality may match a value inside them, so mingo tests such fields. */
export const NESTED_VALUE_KEY = Symbol('nested')

/** Returns the index key of a value: the value itself, NESTED for an object or array, or null if missing. */
export const indexKeyOf = (value: unknown) =>
  value !== null && typeof value === 'object' ? NESTED_VALUE_KEY : (value ?? null)
export const fieldOf = (row: Row, field: string) => lookUp(row, field)

/** Whether two rows have the same keys in an index. */
export const hasSameKeys = (a: Row, b: Row, { fields }: Pick<TableIndex, 'fields'>) =>
  fields.every((field) => indexKeyOf(fieldOf(a, field)) === indexKeyOf(fieldOf(b, field)))
