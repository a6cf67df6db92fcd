/** One table of the embedded rows: those that boards show are in memory, and what was changed of late; the others lie in the file. */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LRUCache } from 'lru-cache'
import { lookUp } from '#rules/dictionary.ts'
import { matcher } from './matcher.ts'
import { Table } from './memory-table.ts'
import type { Filter, Query, Row } from './read-store.ts'
import { type DiskTable, isUnreadable } from './rows-file.ts'

/** Rows that were read from the file of late, by table and id; null where there is none. */
export type ReadOfLate = LRUCache<string, { row: Row | null }>

/** Rows that are read from the file in one go, which holds up this thread for some milliseconds. */
const PIECE = 500

interface Parts {
  name: string
  /** The file's part; undefined before the first row was written. */
  disk: () => DiskTable | undefined
  /** Which rows are always in memory; undefined where none are. */
  kept: Filter | undefined
  /** A table of so few rows is in memory whole, once it is asked for others than those that always are. */
  few: number
  lately: ReadOfLate
  /** Writes to the file what it lacks of this table. */
  writeOut: () => Promise<void>
}

export class KeptTable {
  readonly #parts: Parts
  /** The rows that are kept, and those that the file lacks. */
  #memory = new Table()
  readonly #unwritten = new Map<string, Row>()
  #isKept = (_: Row) => false
  #kept: Filter | undefined
  #mayBeWhole = true
  /** While all rows are being loaded: what the file lacked when that began, and what was changed since. */
  #changed: Map<string, Row> | undefined
  #loading: Promise<void> | undefined

  constructor(parts: Parts) {
    this.#parts = parts
    this.#keep(parts.kept)
    this.#load()
  }

  /** Whether there are no rows. */
  get isEmpty(): boolean {
    return this.#memory.size === 0 && !this.#parts.disk()?.hasMore(0)
  }

  get(id: string): Row | undefined {
    const kept = this.#memory.get(id)
    if (kept || this.#isWhole()) return kept
    const { name, lately, disk } = this.#parts
    const key = `${name}/${id}`
    const known = lately.get(key)
    if (known) return known.row ?? undefined
    const row = disk()?.get(id)
    lately.set(key, { row: row ?? null })
    return row
  }

  replace(row: Row): void {
    const before = this.get(row.id)
    if (before && before.position >= row.position) return
    this.#memory.replace(row)
    this.#unwritten.set(row.id, row)
    this.#changed?.set(row.id, row)
    this.#parts.lately.delete(`${this.#parts.name}/${row.id}`)
  }

  async find(query: Query): Promise<Row[]> {
    if (query.limit === 0) return []
    const table = await this.#tableFor(query.filter)
    return table ? table.find(query) : (this.#parts.disk()?.find(query) ?? [])
  }

  async count(filter: Filter = {}): Promise<number> {
    const table = await this.#tableFor(filter)
    return table ? table.count(filter) : (this.#parts.disk()?.count(filter) ?? 0)
  }

  /** The rows that the file lacks. */
  unwritten(): ReadonlyMap<string, Row> {
    return this.#unwritten
  }

  /** The file has these now; those that came over them meanwhile it lacks still. */
  written(rows: readonly Row[]): void {
    for (const row of rows) {
      if (this.#unwritten.get(row.id) !== row) continue
      this.#unwritten.delete(row.id)
      if (this.#isKept(row)) continue
      this.#memory.remove(row.id)
      this.#parts.lately.set(`${this.#parts.name}/${row.id}`, { row })
    }
    if (this.#isWhole() && this.#parts.kept !== this.#kept && this.#memory.size > this.#parts.few) {
      this.#keep(this.#parts.kept)
      this.#mayBeWhole = false
      this.#memory = new Table()
      this.#load()
    }
  }

  #hasMany(): boolean {
    const { disk, few } = this.#parts
    return disk()?.hasMore(few) ?? few < 0
  }

  #isWhole(): boolean {
    return this.#kept !== undefined && Object.keys(this.#kept).length === 0
  }

  /** What has every row in memory that the filter may match. Undefined where the file has: all that was changed when it was asked. */
  async #tableFor(filter: Filter = {}): Promise<Table | undefined> {
    const implied = () =>
      this.#kept && Object.entries(this.#kept).every(([field, value]) => lookUp(filter, field) === value)
    if (implied()) return this.#memory
    try {
      await this.#parts.writeOut()
    } catch (error) {
      if (isUnreadable(error)) throw error
      // The disk is full: whoever writes the file every other second tells it, and what there is can be read.
      return this.#merged(filter)
    }
    if (this.#mayBeWhole) {
      // While it is being loaded, that was asked already.
      if (!this.#loading && this.#hasMany()) this.#mayBeWhole = false
      else await this.#loadWhole()
    }
    return this.#isWhole() ? this.#memory : undefined
  }

  /** The file's rows that the filter matches, and over them what the file lacks. */
  #merged(filter: Filter): Table {
    const table = new Table()
    for (const row of this.#parts.disk()?.find({ filter, unsorted: true }) ?? [])
      if (!this.#unwritten.has(row.id)) table.replace(row)
    for (const row of this.#unwritten.values()) table.replace(row)
    return table
  }

  /** Piece by piece, so that boards are told meanwhile; for everybody who asks at the same time once. */
  #loadWhole(): Promise<void> {
    this.#loading ??= this.#readAll().finally(() => {
      this.#loading = undefined
      this.#changed = undefined
    })
    return this.#loading
  }

  async #readAll(): Promise<void> {
    const whole = new Table()
    const changed = new Map(this.#unwritten)
    this.#changed = changed
    let after = 0
    for (;;) {
      const piece = this.#parts.disk()?.piece(after, PIECE)
      if (!piece) break
      for (const row of piece.rows) whole.replace(row)
      after = piece.last
      await nextTurn()
    }
    // What was changed lies over what was read, or is the same.
    for (const row of changed.values()) whole.replace(row)
    this.#keep({})
    this.#memory = whole
  }

  #keep(kept: Filter | undefined): void {
    this.#kept = kept
    this.#isKept = kept ? matcher(kept) : () => false
  }

  #load(): void {
    const rows = this.#kept ? (this.#parts.disk()?.find({ filter: this.#kept, unsorted: true }) ?? []) : []
    for (const row of rows) this.#memory.replace(row)
    for (const row of this.#unwritten.values()) this.#memory.replace(row)
  }
}
