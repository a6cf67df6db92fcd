/** Indexes of a table of the memory store. */
import { EqualIndex } from './equal-index.ts'
import { type Only, OrderedIndex } from './ordered-index.ts'
import type { Row } from './read-store.ts'
import { type Index, isAlike, type Slot } from './slots.ts'

/** Creates each index on first use, so that a rebuild, which never queries, pays for none. */
export class Indexes {
  readonly #slots: ReadonlyMap<string, Slot>
  readonly #equal = new Map<string, EqualIndex>()
  readonly #ordered = new Map<string, OrderedIndex>()
  readonly #all: Index[] = []

  constructor(slots: ReadonlyMap<string, Slot>) {
    this.#slots = slots
  }

  /** Returns the index by the values of a field. */
  equal(field: string): EqualIndex {
    return this.#equal.get(field) ?? this.#made(this.#equal, field, new EqualIndex(field, this.#slots.values()))
  }

  /** Returns the order of all rows, or of those with a certain value. */
  ordered(field: string, only?: Only): OrderedIndex {
    const name = only ? `${field} ${JSON.stringify(only)}` : field
    return (
      this.#ordered.get(name) ?? this.#made(this.#ordered, name, new OrderedIndex(field, this.#slots.values(), only))
    )
  }

  #made<I extends Index>(kind: Map<string, I>, name: string, index: I): I {
    kind.set(name, index)
    this.#all.push(index)
    return index
  }

  add(slot: Slot): void {
    for (const index of this.#all) index.add(slot)
  }

  remove(slot: Slot): void {
    for (const index of this.#all) index.remove(slot)
  }

  /** Replaces the row of a slot and updates the changed indexes. */
  replace(slot: Slot, row: Row): void {
    const moved = this.#all.filter((index) => !isAlike(slot.row, row, index))
    for (const index of moved) index.remove(slot)
    slot.row = row
    for (const index of moved) index.add(slot)
  }
}
