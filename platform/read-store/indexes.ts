/**
 * Indexes of memory tables.
 * One finds rows by a field's value, for equality and `$in`.
 * The other orders rows, for ranges and sorted lists.
 */

import { lookUp } from '#domain/dictionary.ts'
import { boundOfOperator, compareValues, isOrderedValue, type OrderedValue, type ValueBounds } from './order.ts'
import type { Row } from './read-store.ts'

/**
 * Object that contains a row of a table.
 * Indexes refer to this object, not to the row.
 * A changed row thus updates only the indexes whose field changed.
 */
export interface RowSlot {
  row: Row
}

/**
 * Index of a table's rows.
 * The indexed fields of a row must not change while the index contains the row.
 */
export interface TableIndex {
  readonly fields: readonly string[]
  add(slot: RowSlot): void
  remove(slot: RowSlot): void
}

/**
 * Index key of every object and array.
 * A filter may match a value inside it, so the library mingo compares such rows.
 */
const NESTED_VALUE_KEY = Symbol('nested')

/** Returns the value, NESTED_VALUE_KEY for an object or array, or null if missing. */
export const indexKeyOf = (value: unknown) =>
  value !== null && typeof value === 'object' ? NESTED_VALUE_KEY : (value ?? null)
export const fieldOf = (row: Row, field: string) => lookUp(row, field)

/** Returns whether two rows have equal values in the index's fields. */
export const hasSameKeys = (a: Row, b: Row, { fields }: Pick<TableIndex, 'fields'>) =>
  fields.every((field) => indexKeyOf(fieldOf(a, field)) === indexKeyOf(fieldOf(b, field)))

/**
 * Returns the values that a filter condition allows for a field.
 * Returns undefined if the condition lists no plain values.
 */
export function equalityValues(field: string, condition: unknown): unknown[] | undefined {
  if (field.startsWith('$') || field.includes('.')) return undefined
  if (condition === null || typeof condition !== 'object') return [condition]
  const values = (condition as { $in?: unknown }).$in
  const plain =
    Array.isArray(values) && Object.keys(condition).length === 1 && !values.map(indexKeyOf).includes(NESTED_VALUE_KEY)
  return plain ? values : undefined
}

/**
 * Index of a table that other work changes while the index is built.
 * Changes of rows that are not in the index yet do nothing.
 */
export class UnfinishedIndex implements TableIndex {
  readonly fields: readonly string[]
  readonly #index: TableIndex
  readonly #added = new Set<RowSlot>()

  constructor(index: TableIndex) {
    this.fields = index.fields
    this.#index = index
  }

  add(slot: RowSlot): void {
    if (this.#added.has(slot)) return
    this.#added.add(slot)
    this.#index.add(slot)
  }

  remove(slot: RowSlot): void {
    if (this.#added.delete(slot)) this.#index.remove(slot)
  }
}

export const totalSlotCountOf = (sets: readonly Set<RowSlot>[]) => sets.reduce((sum, set) => sum + set.size, 0)

export class EqualityIndex implements TableIndex {
  readonly fields: readonly [string]
  readonly #slots = new Map<unknown, Set<RowSlot>>()

  constructor(field: string, slots: Iterable<RowSlot>) {
    this.fields = [field]
    for (const slot of slots) this.add(slot)
  }

  add(slot: RowSlot): void {
    const key = indexKeyOf(fieldOf(slot.row, this.fields[0]))
    const slots = this.#slots.get(key)
    if (slots === undefined) this.#slots.set(key, new Set([slot]))
    else slots.add(slot)
  }

  remove(slot: RowSlot): void {
    this.#slots.get(indexKeyOf(fieldOf(slot.row, this.fields[0])))?.delete(slot)
  }

  /** Whether any row ever had an object or array in the field. */
  get hasNested(): boolean {
    return this.#slots.has(NESTED_VALUE_KEY)
  }

  /** Returns, for each of the given keys, the rows that have this key. */
  among(keys: ReadonlySet<unknown>): Set<RowSlot>[] {
    return [...keys].flatMap((key) => this.#slots.get(key) ?? [])
  }

  /** Returns the rows that have none of the given keys. */
  besides(keys: ReadonlySet<unknown>): Set<RowSlot>[] {
    return [...this.#slots].flatMap(([key, slots]) => (keys.has(key) ? [] : [slots]))
  }
}

/** Range in the sorted array of rows: first index, and one after the last. */
export type Range = readonly [from: number, to: number]

/** Set if an index contains only rows that have this value in this field. */
export interface IndexRestriction {
  field: string
  value: unknown
}

export class OrderedIndex implements TableIndex {
  readonly fields: readonly string[]
  readonly #field: string
  readonly #only: IndexRestriction | undefined
  /** Row slots whose field value is text or a number, ordered by that value and then by id. */
  readonly #slots: RowSlot[]
  /**
   * Number of rows whose field has no value, or a value other than text or number.
   * `#nested` counts the rows with an object or array in the field.
   */
  #others = 0
  #nested = 0

  constructor(field: string, slots: Iterable<RowSlot>, only?: IndexRestriction) {
    this.fields = only ? [field, only.field] : [field]
    this.#field = field
    this.#only = only
    this.#slots = [...slots].filter(
      (slot) => this.#concerns(slot) && (isOrderedValue(this.#valueOf(slot)) || this.#countOther(slot, 1)),
    )
    this.#slots.sort((a, b) => this.#compare(a, this.#valueOf(b), b.row.id))
  }

  #concerns({ row }: RowSlot): boolean {
    return !this.#only || indexKeyOf(fieldOf(row, this.#only.field)) === this.#only.value
  }

  #countOther(slot: RowSlot, more: 1 | -1): false {
    this.#others += more
    if (indexKeyOf(this.#valueOf(slot)) === NESTED_VALUE_KEY) this.#nested += more
    return false
  }

  #valueOf(slot: RowSlot): OrderedValue {
    return fieldOf(slot.row, this.#field) as OrderedValue
  }

  #compare(slot: RowSlot, value: OrderedValue, id: string): number {
    const order = compareValues(this.#valueOf(slot), value)
    if (order !== 0) return order
    if (slot.row.id === id) return 0
    return slot.row.id < id ? -1 : 1
  }

  /** Returns the first index with false `isBefore`, by binary search. */
  #place(isBefore: (slot: RowSlot) => boolean): number {
    let [low, high] = [0, this.#slots.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (isBefore(this.#slots[middle] as RowSlot)) low = middle + 1
      else high = middle
    }
    return low
  }

  #placeOf(slot: RowSlot): number {
    const [value, { id }] = [this.#valueOf(slot), slot.row]
    const last = this.#slots.at(-1)
    // Compares with the last row first, because new values are mostly the latest times.
    if (!last || this.#compare(last, value, id) < 0) return this.#slots.length
    return this.#place((other) => this.#compare(other, value, id) < 0)
  }

  add(slot: RowSlot): void {
    if (!this.#concerns(slot)) return
    if (!isOrderedValue(this.#valueOf(slot))) this.#countOther(slot, 1)
    else this.#slots.splice(this.#placeOf(slot), 0, slot)
  }

  remove(slot: RowSlot): void {
    if (!this.#concerns(slot)) return
    if (!isOrderedValue(this.#valueOf(slot))) this.#countOther(slot, -1)
    else this.#slots.splice(this.#placeOf(slot), 1)
  }

  /** Whether the sorted index contains every row of the table. */
  get isWhole(): boolean {
    return this.#others === 0
  }

  /**
   * Whether the indexed field of any row contains an object or array.
   * A range condition may match a value inside it.
   */
  get hasNested(): boolean {
    return this.#nested > 0
  }

  /** Returns the range of the sorted array within the bounds. */
  range(bounds: ValueBounds): Range {
    const type = typeof bounds[0]?.[1]
    const isNumber = (slot: RowSlot) => typeof this.#valueOf(slot) === 'number'
    let [from, to] = type === 'number' ? [0, this.#place(isNumber)] : [this.#place(isNumber), this.#slots.length]
    for (const [operator, value] of bounds) {
      const { isLow, includes } = boundOfOperator(operator)
      const place = this.#place((slot) => compareValues(this.#valueOf(slot), value) < (isLow === includes ? 0 : 1))
      if (isLow) from = Math.max(from, place)
      else to = Math.min(to, place)
    }
    return [from, Math.max(from, to)]
  }

  get whole(): Range {
    return [0, this.#slots.length]
  }

  slice([from, to]: Range): RowSlot[] {
    return this.#slots.slice(from, to)
  }

  /**
   * Yields rows of an index range in either direction, after skipping `skip` rows.
   * Rows with the same value are always ordered by id.
   */
  *inOrder([from, to]: Range, direction: 1 | -1, skip = 0): Generator<RowSlot> {
    if (direction === 1) for (let place = from + skip; place < to; place += 1) yield this.#slots[place] as RowSlot
    else
      for (let end = this.#endOfValue(to - 1 - skip, to), skipped = to - end; end > from; ) {
        const value = this.#valueOf(this.#slots[end - 1] as RowSlot)
        let begin = end - 1
        while (begin > from && this.#valueOf(this.#slots[begin - 1] as RowSlot) === value) begin -= 1
        for (let place = begin + skip - skipped; place < end; place += 1) yield this.#slots[place] as RowSlot
        skipped = skip
        end = begin
      }
  }

  /**
   * Returns the index after the last row that has the same value as the row at `place`.
   * Returns at most `to`.
   */
  #endOfValue(place: number, to: number): number {
    if (place < 0) return 0
    const value = this.#valueOf(this.#slots[place] as RowSlot)
    return Math.min(
      to,
      this.#place((slot) => compareValues(this.#valueOf(slot), value) <= 0),
    )
  }
}
