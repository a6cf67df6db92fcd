/**
 * Table of the embedded read store.
 * Rows on screens and recently changed rows are in memory, all others in the SQLite file.
 */

import { setImmediate as nextTurn } from 'node:timers/promises'
import type { LRUCache } from 'lru-cache'
import { lookUp } from '#domain/dictionary.ts'
import { createMatcher } from './matcher.ts'
import { MemoryTable } from './memory-table.ts'
import type { Filter, Query, Row } from './read-store.ts'
import { isUnreadableFileError, type RowsFileTable } from './rows-file.ts'

/** Rows recently read from the file, by table and id; null if missing. */
export type RowCache = LRUCache<string, { row: Row | null }>

/**
 * Number of rows that are read from the file at a time.
 * Each read blocks the thread for some milliseconds.
 */
const PIECE = 500

interface CachedTableOptions {
  name: string
  /**
   * Returns the table as stored in the SQLite file.
   * Undefined before the first write.
   */
  disk: () => RowsFileTable | undefined
  /** Filter for rows that always stay in memory, if any. */
  kept: Filter | undefined
  /**
   * Row count up to which a table is loaded as a whole.
   * The first query for rows outside memory loads it.
   */
  few: number
  lately: RowCache
  /** Writes the table's unwritten rows to the file. */
  writeOut: () => Promise<void>
}

export class CachedTable {
  readonly #parts: CachedTableOptions
  /** Rows in memory: those that always stay there, and those that are not yet written to the file. */
  #memory = new MemoryTable()
  readonly #unwritten = new Map<string, Row>()
  #isKept = (_: Row) => false
  #kept: Filter | undefined
  #mayBeWhole = true
  /**
   * Rows that were changed or not yet written while the whole table is being loaded.
   * They are applied after the load; undefined while no load runs.
   */
  #changed: Map<string, Row> | undefined
  #loading: Promise<void> | undefined

  constructor(parts: CachedTableOptions) {
    this.#parts = parts
    this.#keep(parts.kept)
    this.#load()
  }

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
    if (table) return table.query((rows) => rows.find(query))
    await this.#parts.disk()?.makeIndexes()
    return this.#parts.disk()?.find(query) ?? []
  }

  async count(filter: Filter = {}): Promise<number> {
    const table = await this.#tableFor(filter)
    return table ? table.query((rows) => rows.count(filter)) : ((await this.#parts.disk()?.count(filter)) ?? 0)
  }

  /** Returns the rows that are not in the file yet. */
  unwritten(): ReadonlyMap<string, Row> {
    return this.#unwritten
  }

  /**
   * Marks rows as written to the file.
   * A row that has changed since then stays unwritten.
   */
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
      this.#memory = new MemoryTable()
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

  /**
   * Returns an in-memory table with all rows that may match, including rows not yet in the file.
   * Returns undefined if the file must be queried.
   */
  async #tableFor(filter: Filter = {}): Promise<MemoryTable | undefined> {
    const implied = () =>
      this.#kept && Object.entries(this.#kept).every(([field, value]) => lookUp(filter, field) === value)
    if (implied()) return this.#memory
    try {
      await this.#parts.writeOut()
    } catch (error) {
      if (isUnreadableFileError(error)) throw error
      // With a full disk, queries can still be answered from memory and file.
      // The periodic write reports the error.
      return this.#merged(filter)
    }
    if (this.#mayBeWhole) {
      // Counts the table's rows before loading them, unless another call is already loading them.
      if (!this.#loading && this.#hasMany()) this.#mayBeWhole = false
      else await this.#loadWhole()
    }
    return this.#isWhole() ? this.#memory : undefined
  }

  /**
   * Returns the rows in the file that match.
   * Rows with newer versions that are not yet written are replaced by these.
   */
  #merged(filter: Filter): MemoryTable {
    const table = new MemoryTable()
    for (const row of this.#parts.disk()?.find({ filter, unsorted: true }) ?? [])
      if (!this.#unwritten.has(row.id)) table.replace(row)
    for (const row of this.#unwritten.values()) table.replace(row)
    return table
  }

  /**
   * Loads all rows in pieces, so other work goes on.
   * Simultaneous callers share one load.
   */
  #loadWhole(): Promise<void> {
    this.#loading ??= this.#readAll().finally(() => {
      this.#loading = undefined
      this.#changed = undefined
    })
    return this.#loading
  }

  async #readAll(): Promise<void> {
    const whole = new MemoryTable()
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
    // Rows that changed during the load replace the loaded rows, because they are never older.
    for (const row of changed.values()) whole.replace(row)
    this.#keep({})
    this.#memory = whole
  }

  #keep(kept: Filter | undefined): void {
    this.#kept = kept
    this.#isKept = kept ? createMatcher(kept) : () => false
  }

  #load(): void {
    const rows = this.#kept ? (this.#parts.disk()?.find({ filter: this.#kept, unsorted: true }) ?? []) : []
    for (const row of rows) this.#memory.replace(row)
    for (const row of this.#unwritten.values()) this.#memory.replace(row)
  }
}
