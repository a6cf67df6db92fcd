/** One table of the memory read store: rows by id, and indexes of the fields that were asked for. */
import { type Access, equalAccess, idAccess, rangeAccess, testOf } from './access.ts'
import { EqualIndex, sizeOf, valuesAsked } from './equal-index.ts'
import { firstInOrder, orderBy } from './order.ts'
import { boundsAsked, OrderedIndex, type Range } from './ordered-index.ts'
import type { Filter, Query, Row } from './read-store.ts'
import { fieldOf, type Index, keyOf, type Slot } from './slots.ts'

/** So few rows are looked at one by one; an order to find them by would cost more. */
const FEW = 256

/** How a filter's rows are found. */
interface Plan {
  /** All of these hold for them; the one with the fewest rows first. */
  accesses: readonly Access[]
  /** What no index answers. */
  rest: ((row: Row) => boolean) | undefined
}

/** Rows of one view, with the queries that the port allows. */
export class Table {
  readonly #slots = new Map<string, Slot>()
  readonly #equal = new Map<string, EqualIndex>()
  readonly #ordered = new Map<string, OrderedIndex>()
  /** All of them. */
  readonly #indexes: Index[] = []

  get(id: string): Row | undefined {
    return this.#slots.get(id)?.row
  }

  /** Stores the row unless the one that is there has its position or a later one. */
  replace(row: Row): void {
    const slot = this.#slots.get(row.id)
    if (slot === undefined) {
      const fresh = { row }
      this.#slots.set(row.id, fresh)
      for (const index of this.#indexes) index.add(fresh)
      return
    }
    const old = slot.row
    if (old.position >= row.position) return
    const moved = this.#indexes.filter(({ field }) => keyOf(fieldOf(old, field)) !== keyOf(fieldOf(row, field)))
    for (const index of moved) index.remove(slot)
    slot.row = row
    for (const index of moved) index.add(slot)
  }

  get size(): number {
    return this.#slots.size
  }

  remove(id: string): void {
    const slot = this.#slots.get(id)
    if (slot === undefined) return
    this.#slots.delete(id)
    for (const index of this.#indexes) index.remove(slot)
  }

  count(filter: Filter = {}): number {
    const { accesses, rest } = this.#plan(filter)
    const [narrowest, ...others] = accesses
    if (!narrowest) return rest ? this.#matching({ accesses, rest }).length : this.size
    if (!rest && others.length === 0) return narrowest.size
    const besides = rest ? undefined : excludedBy(others)
    if (!besides || sizeOf(besides) >= narrowest.size) return this.#matching({ accesses, rest }).length
    // Fewer are excluded than are found: these are counted off.
    const excluded = new Set<Slot>()
    for (const slots of besides) for (const slot of slots) if (narrowest.holds(slot.row)) excluded.add(slot)
    return narrowest.size - excluded.size
  }

  find({ filter = {}, sort, unsorted, skip = 0, limit = Number.POSITIVE_INFINITY }: Query): Row[] {
    const plan = this.#plan(filter)
    if (unsorted) return this.#matching(plan)
    const wanted = skip + limit
    return (this.#inOrder(plan, sort, wanted) ?? firstInOrder(this.#matching(plan), orderBy(sort), wanted)).slice(skip)
  }

  /** Indexes answer equalities, and ranges of many rows; mingo tests what else is asked for. */
  #plan(filter: Filter): Plan {
    const accesses: Access[] = []
    const rest: Filter = {}
    for (const [field, condition] of Object.entries(filter)) {
      const values = valuesAsked(field, condition)
      if (field === 'id' && values !== undefined) accesses.push(idAccess(this.#slots, values))
      else if (values === undefined || this.#equalIndex(field).hasNested) rest[field] = condition
      else accesses.push(equalAccess(this.#equalIndex(field), field, values))
    }
    const fewest = Math.min(this.size, ...accesses.map(({ size }) => size))
    for (const [field, condition] of fewest > FEW ? Object.entries(rest) : []) {
      const bounds = boundsAsked(field, condition)
      if (!bounds || this.#orderedIndex(field).hasNested) continue
      accesses.push(rangeAccess(this.#orderedIndex(field), field, bounds))
      delete rest[field]
    }
    return { accesses: accesses.sort((a, b) => a.size - b.size), rest: testOf(rest) }
  }

  #matching({ accesses: [narrowest, ...others], rest }: Plan): Row[] {
    const rows: Row[] = []
    for (const slots of narrowest?.slots() ?? [this.#slots.values()])
      for (const { row } of slots)
        if (others.every((access) => access.holds(row)) && (rest?.(row) ?? true)) rows.push(row)
    return rows
  }

  /** The first rows by walking along the order of one field; undefined where sorting those that match is likely cheaper. */
  #inOrder({ accesses, rest }: Plan, sort: Query['sort'] = {}, wanted: number): Row[] | undefined {
    const [[field, direction] = ['', 1 as const], ...further] = Object.entries(sort)
    const found = accesses[0]?.size ?? this.size
    const isLong = wanted * 4 > found && found * 4 < this.size
    if (!field || field.includes('.') || further.length > 0 || found <= FEW || isLong) return
    const index = this.#orderedIndex(field)
    if (!index.isWhole) return
    const range: Range = accesses.find((access) => access.field === field)?.range ?? index.whole
    const rows: Row[] = []
    let walked = 0
    for (const { row } of index.inOrder(range, direction)) {
      if (rows.length >= wanted) break
      walked += 1
      if (wanted < found && walked > found) return
      if (accesses.every((access) => access.holds(row)) && (rest?.(row) ?? true)) rows.push(row)
    }
    return rows
  }

  /** Made when first asked for, so that a rebuild, which asks for nothing, pays for none. */
  #equalIndex(field: string): EqualIndex {
    return this.#equal.get(field) ?? this.#made(this.#equal, new EqualIndex(field, this.#slots.values()))
  }

  #orderedIndex(field: string): OrderedIndex {
    return this.#ordered.get(field) ?? this.#made(this.#ordered, new OrderedIndex(field, this.#slots.values()))
  }

  #made<I extends Index>(kind: Map<string, I>, index: I): I {
    kind.set(index.field, index)
    this.#indexes.push(index)
    return index
  }
}

/** Those that any of these excludes; undefined where one of them can't tell. */
function excludedBy(accesses: readonly Access[]): Set<Slot>[] | undefined {
  const excluded = accesses.map((access) => access.besides?.())
  return excluded.every((slots) => slots !== undefined) ? excluded.flat() : undefined
}
