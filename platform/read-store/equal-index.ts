/** Indexes rows by the value of a field, for equality and `$in`. */
import { fieldOf, indexKeyOf, NESTED_VALUE_KEY, type Slot, type TableIndex } from './slots.ts'

/** Returns the plain values that a condition allows, or undefined for other conditions. */
export function equalityValues(field: string, condition: unknown): unknown[] | undefined {
  if (field.startsWith('$') || field.includes('.')) return undefined
  if (condition === null || typeof condition !== 'object') return [condition]
  const values = (condition as { $in?: unknown }).$in
  const plain =
    Array.isArray(values) && Object.keys(condition).length === 1 && !values.map(indexKeyOf).includes(NESTED_VALUE_KEY)
  return plain ? values : undefined
}

export const totalSlotCountOf = (sets: readonly Set<Slot>[]) => sets.reduce((sum, set) => sum + set.size, 0)

export class EqualIndex implements TableIndex {
  readonly fields: readonly [string]
  readonly #slots = new Map<unknown, Set<Slot>>()

  constructor(field: string, slots: Iterable<Slot>) {
    this.fields = [field]
    for (const slot of slots) this.add(slot)
  }

  add(slot: Slot): void {
    const key = indexKeyOf(fieldOf(slot.row, this.fields[0]))
    const slots = this.#slots.get(key)
    if (slots === undefined) this.#slots.set(key, new Set([slot]))
    else slots.add(slot)
  }

  remove(slot: Slot): void {
    this.#slots.get(indexKeyOf(fieldOf(slot.row, this.fields[0])))?.delete(slot)
  }

  /** Whether any row ever had an object or array in the field. */
  get hasNested(): boolean {
    return this.#slots.has(NESTED_VALUE_KEY)
  }

  /** Returns the rows with one of these keys. */
  among(keys: ReadonlySet<unknown>): Set<Slot>[] {
    return [...keys].flatMap((key) => this.#slots.get(key) ?? [])
  }

  /** Returns the rows with none of these keys. */
  besides(keys: ReadonlySet<unknown>): Set<Slot>[] {
    return [...this.#slots].flatMap(([key, slots]) => (keys.has(key) ? [] : [slots]))
  }
}
