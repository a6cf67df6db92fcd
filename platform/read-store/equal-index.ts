/** Rows by the value of one field, for equality and `$in`. */
import { fieldOf, type Index, keyOf, NESTED, type Slot } from './slots.ts'

/** The plain values that a field must have one of, or undefined where the condition says something else. */
export function valuesAsked(field: string, condition: unknown): unknown[] | undefined {
  if (field.startsWith('$') || field.includes('.')) return undefined
  if (condition === null || typeof condition !== 'object') return [condition]
  const values = (condition as { $in?: unknown }).$in
  const plain = Array.isArray(values) && Object.keys(condition).length === 1 && !values.map(keyOf).includes(NESTED)
  return plain ? values : undefined
}

export const sizeOf = (sets: readonly Set<Slot>[]) => sets.reduce((sum, set) => sum + set.size, 0)

export class EqualIndex implements Index {
  readonly fields: readonly [string]
  readonly #slots = new Map<unknown, Set<Slot>>()

  constructor(field: string, slots: Iterable<Slot>) {
    this.fields = [field]
    for (const slot of slots) this.add(slot)
  }

  add(slot: Slot): void {
    const key = keyOf(fieldOf(slot.row, this.fields[0]))
    const slots = this.#slots.get(key)
    if (slots === undefined) this.#slots.set(key, new Set([slot]))
    else slots.add(slot)
  }

  remove(slot: Slot): void {
    this.#slots.get(keyOf(fieldOf(slot.row, this.fields[0])))?.delete(slot)
  }

  /** Whether there was ever a row with an object or a list in the field. */
  get hasNested(): boolean {
    return this.#slots.has(NESTED)
  }

  /** The rows with one of these keys. */
  among(keys: ReadonlySet<unknown>): Set<Slot>[] {
    return [...keys].flatMap((key) => this.#slots.get(key) ?? [])
  }

  /** The rows with none of them. */
  besides(keys: ReadonlySet<unknown>): Set<Slot>[] {
    return [...this.#slots].flatMap(([key, slots]) => (keys.has(key) ? [] : [slots]))
  }
}
