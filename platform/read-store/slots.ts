/** Rows as a table of the memory keeps them, and what an index of them is. */
import { lookUp } from '#rules/dictionary.ts'
import type { Row } from './read-store.ts'

/** Where a row is kept: indexes hold the slot, so that replacing a row leaves them alone unless its value changed. */
export interface Slot {
  row: Row
}

/** An index of rows. What a slot's row says in its fields does not change while the slot is in it. */
export interface Index {
  readonly fields: readonly string[]
  add(slot: Slot): void
  remove(slot: Slot): void
}

/** The key of objects and arrays: equality may match inside them, so such a field is left to mingo. */
export const NESTED = Symbol('nested')

/** What a value is found by: itself, null where there is none. */
export const keyOf = (value: unknown) => (value !== null && typeof value === 'object' ? NESTED : (value ?? null))
export const fieldOf = (row: Row, field: string) => lookUp(row as unknown as Record<string, unknown>, field)

/** Whether an index finds one as it finds the other. */
export const isAlike = (a: Row, b: Row, { fields }: Pick<Index, 'fields'>) =>
  fields.every((field) => keyOf(fieldOf(a, field)) === keyOf(fieldOf(b, field)))
