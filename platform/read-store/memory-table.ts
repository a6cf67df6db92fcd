/** Table of the memory read store: rows by id, and indexes of queried fields. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import {
  type AccessPath,
  createEqualityAccessPath,
  createIdAccessPath,
  createRangeAccessPath,
  createUnindexedConditionMatcher,
  createUnionAccessPath,
} from './access.ts'
import {
  EqualityIndex,
  equalityValues,
  hasSameKeys,
  type IndexRestriction,
  OrderedIndex,
  type RowSlot,
  type TableIndex,
  totalSlotCountOf,
  UnfinishedIndex,
} from './indexes.ts'
import { boundsOf, createRowComparator, selectFirstInOrder } from './order.ts'
import type { Filter, Query, Row } from './read-store.ts'

/** Row count above which indexes are built in pieces. */
const LARGE_TABLE_ROWS = 2_000
/** Number of rows that are added to an index before other work runs. */
const PIECE_ROWS = 200

/** Indexes of a table, created on first use; a rebuild creates none. */
class Indexes {
  readonly #slots: ReadonlyMap<string, RowSlot>
  readonly #largeRows: number
  readonly #byName = new Map<string, TableIndex>()
  /** All indexes that a change of rows updates, including unfinished ones. */
  #all: readonly TableIndex[] = []
  readonly #building = new Map<string, Promise<void>>()
  /** Builds for which the running query must wait; undefined if it can't wait. */
  #awaited: Promise<void>[] | undefined

  constructor(slots: ReadonlyMap<string, RowSlot>, largeRows: number) {
    this.#slots = slots
    this.#largeRows = largeRows
  }

  /**
   * Runs a query of the indexes.
   * If it lacks indexes, runs it again after they were built in pieces.
   */
  async run<T>(query: () => T): Promise<T> {
    for (;;) {
      const awaited: Promise<void>[] = []
      this.#awaited = awaited
      try {
        const found = query()
        if (awaited.length === 0) return found
      } finally {
        this.#awaited = undefined
      }
      await Promise.all(awaited)
    }
  }

  /** Returns the index of rows by the values of a field. */
  equal(field: string): EqualityIndex {
    return this.#get(`equal ${field}`, (slots) => new EqualityIndex(field, slots))
  }

  /**
   * Returns an index that sorts rows by a field.
   * With `only`, the index contains only rows that meet this restriction.
   */
  ordered(field: string, only?: IndexRestriction): OrderedIndex {
    return this.#get(`ordered ${JSON.stringify({ field, only })}`, (slots) => new OrderedIndex(field, slots, only))
  }

  /** Returns an index; an empty one if the query waits and runs again. */
  #get<I extends TableIndex>(name: string, create: (slots: Iterable<RowSlot>) => I): I {
    const known = this.#byName.get(name)
    if (known) return known as I
    const isAwaited = this.#awaited && this.#slots.size > this.#largeRows
    const index = create(isAwaited ? [] : this.#slots.values())
    if (isAwaited) this.#awaited?.push(this.#buildOnce(name, index))
    else {
      this.#byName.set(name, index)
      this.#all = [...this.#all, index]
    }
    return index
  }

  #buildOnce(name: string, index: TableIndex): Promise<void> {
    const building = this.#building.get(name) ?? this.#build(name, index).finally(() => this.#building.delete(name))
    this.#building.set(name, building)
    return building
  }

  async #build(name: string, index: TableIndex): Promise<void> {
    const unfinished = new UnfinishedIndex(index)
    this.#all = [...this.#all, unfinished]
    const slots = [...this.#slots.values()]
    for (let from = 0; from < slots.length; from += PIECE_ROWS) {
      await nextTurn()
      for (const slot of slots.slice(from, from + PIECE_ROWS))
        if (this.#slots.get(slot.row.id) === slot) unfinished.add(slot)
    }
    this.#all = this.#all.map((other) => (other === unfinished ? index : other))
    this.#byName.set(name, index)
  }

  add(slot: RowSlot): void {
    for (const index of this.#all) index.add(slot)
  }

  remove(slot: RowSlot): void {
    for (const index of this.#all) index.remove(slot)
  }

  /**
   * Replaces a stored row.
   * Updates only the indexes whose key changed.
   */
  replace(slot: RowSlot, row: Row): void {
    const moved = this.#all.filter((index) => !hasSameKeys(slot.row, row, index))
    for (const index of moved) index.remove(slot)
    slot.row = row
    for (const index of moved) index.add(slot)
  }
}

/** Row count up to which a scan is cheaper than an ordered index. */
const SCAN_LIMIT = 256

/**
 * Says how to find the rows that match a filter.
 * Indexes answer some of its conditions.
 * A test of each row answers the rest.
 */
interface Plan {
  /**
   * Conditions that an index answers; a row must meet all of them.
   * The condition that the fewest rows meet comes first.
   */
  accesses: readonly AccessPath[]
  /** Test of rows for the conditions that no index answers. */
  rest: ((row: Row) => boolean) | undefined
}

type Page = Required<Pick<Query, 'skip' | 'limit'>>

/** Rows of one view, with the queries that the port allows. */
export class MemoryTable {
  readonly #slots = new Map<string, RowSlot>()
  readonly #indexes: Indexes

  /** Creates an empty table; above `largeRows`, `query` builds indexes in pieces. */
  constructor(largeRows = LARGE_TABLE_ROWS) {
    this.#indexes = new Indexes(this.#slots, largeRows)
  }

  get(id: string): Row | undefined {
    return this.#slots.get(id)?.row
  }

  /** Stores the row unless the stored position is the same or later. */
  replace(row: Row): void {
    const slot = this.#slots.get(row.id)
    if (slot === undefined) {
      const fresh = { row }
      this.#slots.set(row.id, fresh)
      this.#indexes.add(fresh)
    } else if (slot.row.position < row.position) this.#indexes.replace(slot, row)
  }

  get size(): number {
    return this.#slots.size
  }

  remove(id: string): void {
    const slot = this.#slots.get(id)
    if (slot === undefined) return
    this.#slots.delete(id)
    this.#indexes.remove(slot)
  }

  /**
   * Answers `find` or `count` as soon as the indexes for it are built.
   * Those of large tables are built in pieces, so that other work runs in between.
   */
  query<T>(find: (table: this) => T): Promise<T> {
    return this.#indexes.run(() => find(this))
  }

  count(filter: Filter = {}): number {
    const { accesses, rest } = this.#plan(filter)
    const [narrowest, ...others] = accesses
    if (!narrowest) return rest ? this.#matching({ accesses, rest }).length : this.size
    if (!rest && others.length === 0) return narrowest.size
    const besides = rest ? undefined : excludedBy(others)
    if (!besides || totalSlotCountOf(besides) >= narrowest.size) return this.#matching({ accesses, rest }).length
    // Counts the rows that other conditions exclude and subtracts them.
    // They are fewer than the rows that the narrowest condition finds.
    const excluded = new Set<RowSlot>()
    for (const slots of besides) for (const slot of slots) if (narrowest.holds(slot.row)) excluded.add(slot)
    return narrowest.size - excluded.size
  }

  find({ filter = {}, sort, unsorted, skip = 0, limit = Number.POSITIVE_INFINITY }: Query): Row[] {
    const plan = this.#plan(filter)
    if (unsorted) return this.#matching(plan)
    const page = { skip, limit }
    return (
      this.#inOrder(plan, sort, page) ??
      selectFirstInOrder(this.#matching(plan), createRowComparator(sort), skip + limit).slice(skip)
    )
  }

  /**
   * Plans how to find a filter's rows.
   * Indexes answer equalities and large ranges; mingo tests the other conditions.
   */
  #plan(filter: Filter): Plan {
    const accesses: AccessPath[] = []
    const rest = new Map<string, Filter[string]>()
    for (const [field, condition] of Object.entries(filter)) {
      const values = equalityValues(field, condition)
      if (field === 'id' && values !== undefined) accesses.push(createIdAccessPath(this.#slots, values))
      else if (values === undefined || this.#indexes.equal(field).hasNested) rest.set(field, condition)
      else accesses.push(createEqualityAccessPath(this.#indexes.equal(field), field, values))
    }
    const fewest = Math.min(this.size, ...accesses.map(({ size }) => size))
    const most = this.#mostOf(accesses)
    let isMostWithin = false
    for (const [field, condition] of fewest > SCAN_LIMIT ? [...rest] : []) {
      const bounds = boundsOf(field, condition)
      const index = bounds && this.#indexes.ordered(field, most?.only)
      if (!index || index.hasNested) continue
      accesses.push(createRangeAccessPath(index, field, bounds, most))
      rest.delete(field)
      isMostWithin = true
    }
    const union = filter.$or && this.#unionOf(filter.$or, Math.min(fewest, ...accesses.map(({ size }) => size)))
    if (union) {
      accesses.push(union)
      rest.delete('$or')
    }
    // Omits the condition that all rows of a restricted index meet.
    const needed = accesses.filter((access) => !isMostWithin || access !== most)
    return {
      accesses: needed.sort((a, b) => a.size - b.size),
      rest: createUnindexedConditionMatcher(Object.fromEntries(rest)),
    }
  }

  /**
   * Returns the rows that match any of the alternatives.
   * Returns undefined unless indexes find fewer than `most` rows for them all.
   */
  #unionOf(alternatives: readonly Filter[], most: number): AccessPath | undefined {
    if (most <= SCAN_LIMIT) return
    const plans = alternatives.map((alternative) => this.#plan(alternative))
    if (plans.reduce((sum, { accesses: [narrowest] }) => sum + (narrowest?.size ?? most), 0) >= most) return
    const rows = plans.flatMap((plan) => this.#matching(plan))
    return createUnionAccessPath(new Map(rows.map(({ id }) => [id, this.#slots.get(id) as RowSlot])))
  }

  /**
   * Returns an indexed condition that more than half of the rows meet, if any.
   * An ordered index of these rows gives pages and ranges without a scan.
   */
  #mostOf(accesses: readonly AccessPath[]): AccessPath | undefined {
    return accesses.find(({ only, size }) => only && size * 2 > this.size)
  }

  #matching({ accesses: [narrowest, ...others], rest }: Plan): Row[] {
    const rows: Row[] = []
    for (const slots of narrowest?.slots() ?? [this.#slots.values()])
      for (const { row } of slots)
        if (others.every((access) => access.holds(row)) && (rest?.(row) ?? true)) rows.push(row)
    return rows
  }

  /**
   * Returns a page of sorted rows, read in order from the index of the sort field.
   * Returns undefined if sorting all matching rows is likely cheaper, or no such index is possible.
   */
  #inOrder({ accesses, rest }: Plan, sort: Query['sort'] = {}, { skip, limit }: Page): Row[] | undefined {
    const [[field, direction] = ['', 1 as const], ...further] = Object.entries(sort)
    const [wanted, found] = [skip + limit, accesses[0]?.size ?? this.size]
    const isLong = wanted * 4 > found && found * 4 < this.size
    if (!field || field.includes('.') || further.length > 0 || found <= SCAN_LIMIT || isLong) return
    const own = accesses.find((access) => access.field === field && access.index)
    const most = own ? undefined : this.#mostOf(accesses)
    const index = own?.index ?? this.#indexes.ordered(field, most?.only)
    if (!index.isWhole) return
    const others = accesses.filter((access) => access !== own && access !== most)
    const isOnly = others.length === 0 && !rest
    const rows: Row[] = []
    let walked = 0
    for (const { row } of index.inOrder(own?.range ?? index.whole, direction, isOnly ? skip : 0)) {
      if (rows.length >= (isOnly ? limit : wanted)) break
      walked += 1
      if (wanted < found && walked > found) return
      if (others.every((access) => access.holds(row)) && (rest?.(row) ?? true)) rows.push(row)
    }
    return isOnly ? rows : rows.slice(skip)
  }
}

/**
 * Returns the rows that the given index conditions exclude.
 * Returns undefined if an index can't list the rows it excludes.
 */
function excludedBy(accesses: readonly AccessPath[]): Set<RowSlot>[] | undefined {
  const excluded = accesses.map((access) => access.besides?.())
  return excluded.every((slots) => slots !== undefined) ? excluded.flat() : undefined
}
