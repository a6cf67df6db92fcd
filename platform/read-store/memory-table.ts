/** One table of the memory read store: rows by id, and an index for each field that was asked for by equality. */
import { Query as Matcher } from 'mingo'
import { firstInOrder, orderBy } from './order.ts'
import type { Filter, Query, Row } from './read-store.ts'

/** Where a row is kept: the indexes hold the slot, so that replacing a row leaves them alone unless its value changed. */
interface Slot {
  row: Row
}

type Index = Map<unknown, Set<Slot>>

/** The key of objects and arrays: equality may match inside them, so such a field is left to mingo. */
const NESTED = Symbol('nested')

const keyOf = (value: unknown) => (value !== null && typeof value === 'object' ? NESTED : (value ?? null))
const fieldOf = (row: Row, field: string) => (row as unknown as Record<string, unknown>)[field]

function add(index: Index, slot: Slot, field: string): void {
  const key = keyOf(fieldOf(slot.row, field))
  const slots = index.get(key)
  if (slots === undefined) index.set(key, new Set([slot]))
  else slots.add(slot)
}

/** The plain values that a field must have one of, or undefined where the condition says something else. */
function valuesAsked(field: string, condition: unknown): unknown[] | undefined {
  if (field.startsWith('$') || field.includes('.')) return undefined
  if (condition === null || typeof condition !== 'object') return [condition]
  const values = (condition as { $in?: unknown }).$in
  const plain = Array.isArray(values) && Object.keys(condition).length === 1 && !values.map(keyOf).includes(NESTED)
  return plain ? values : undefined
}

/** The rows whose field has one of these keys. */
interface Answer {
  field: string
  keys: ReadonlySet<unknown>
  slots: Set<Slot>[]
}

const sizeOf = (sets: Set<Slot>[]) => sets.reduce((sum, set) => sum + set.size, 0)

/** Rows of one view, with the queries that the port allows. */
export class Table {
  readonly #slots = new Map<string, Slot>()
  readonly #indexes = new Map<string, Index>()

  get(id: string): Row | undefined {
    return this.#slots.get(id)?.row
  }

  /** Stores the row unless the one that is there has its position or a later one. */
  replace(row: Row): void {
    const slot = this.#slots.get(row.id)
    if (slot === undefined) {
      const fresh = { row }
      this.#slots.set(row.id, fresh)
      for (const [field, index] of this.#indexes) add(index, fresh, field)
      return
    }
    const old = slot.row
    if (old.position >= row.position) return
    slot.row = row
    for (const [field, index] of this.#indexes) {
      const before = keyOf(fieldOf(old, field))
      if (before === keyOf(fieldOf(row, field))) continue
      index.get(before)?.delete(slot)
      add(index, slot, field)
    }
  }

  get size(): number {
    return this.#slots.size
  }

  remove(id: string): void {
    const slot = this.#slots.get(id)
    if (slot === undefined) return
    this.#slots.delete(id)
    for (const [field, index] of this.#indexes) index.get(keyOf(fieldOf(slot.row, field)))?.delete(slot)
  }

  count(filter: Filter = {}): number {
    return this.#matching(filter).length
  }

  find({ filter = {}, sort, unsorted, skip = 0, limit = Number.POSITIVE_INFINITY }: Query): Row[] {
    if (unsorted) return this.#matching(filter)
    return firstInOrder(this.#matching(filter), orderBy(sort), skip + limit).slice(skip)
  }

  /** Indexes answer the equalities, beginning with the narrowest; mingo tests the other conditions on what they leave. */
  #matching(filter: Filter): Row[] {
    const answers: Answer[] = []
    const rest: Record<string, unknown> = {}
    for (const [field, condition] of Object.entries(filter)) {
      const values = valuesAsked(field, condition)
      if (field === 'id' && values !== undefined)
        answers.push({
          field,
          keys: new Set(values),
          slots: [new Set(values.flatMap((id) => this.#slots.get(id as string) ?? []))],
        })
      else if (values === undefined || this.#index(field).has(NESTED)) rest[field] = condition
      else answers.push(this.#answer(field, new Set(values.map(keyOf))))
    }
    const [narrowest, ...others] = answers.sort((a, b) => sizeOf(a.slots) - sizeOf(b.slots))
    const matcher = Object.keys(rest).length > 0 ? new Matcher<Row>(rest) : undefined
    const rows: Row[] = []
    const isAmong = (row: Row) => others.every(({ field, keys }) => keys.has(keyOf(fieldOf(row, field))))
    for (const slots of narrowest?.slots ?? [this.#slots.values()])
      for (const { row } of slots) if (isAmong(row) && (matcher?.test(row) ?? true)) rows.push(row)
    return rows
  }

  #answer(field: string, keys: Set<unknown>): Answer {
    const index = this.#index(field)
    return { field, keys, slots: [...keys].flatMap((key) => index.get(key) ?? []) }
  }

  /** Made when first asked for, so that a rebuild, which asks for nothing, pays for none. */
  #index(field: string): Index {
    let index = this.#indexes.get(field)
    if (index === undefined) {
      index = new Map()
      for (const slot of this.#slots.values()) add(index, slot, field)
      this.#indexes.set(field, index)
    }
    return index
  }
}
