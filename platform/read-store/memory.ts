/** The embedded read store: maps in memory, queried by mingo, filled again from the log at each start. */
import type { Position } from '#platform/event-store/event-store.ts'
import { Table } from './memory-table.ts'
import type { Filter, Query, ReadStore, Row } from './read-store.ts'

/** A read store that can also answer at once, for the fold of a whole log, where waiting per row would cost most. */
export interface MemoryReadStore extends ReadStore {
  /** The row, or undefined. */
  getNow<R extends Row>(table: string, id: string): Readonly<R> | undefined
  /** As `replace`: rows at or below the position of what is there change nothing. */
  replaceNow(table: string, rows: readonly Row[]): void
}

/** A fresh, empty store. Rows are shared with the caller, not copied (rule RS6); nothing outlives the process. */
export function openMemoryReadStore(): MemoryReadStore {
  const tables = new Map<string, Table>()
  const checkpoints = new Map<string, Position>()

  const getNow = <R extends Row>(table: string, id: string) => tables.get(table)?.get(id) as R | undefined

  function replaceNow(name: string, rows: readonly Row[]): void {
    if (rows.length === 0) return
    let table = tables.get(name)
    if (table === undefined) {
      table = new Table()
      tables.set(name, table)
    }
    for (const row of rows) table.replace(row)
  }

  return {
    durable: false,
    getNow,
    replaceNow,
    get: async <R extends Row>(table: string, ids: readonly string[]) => ids.map((id) => getNow<R>(table, id)),
    find: async <R extends Row>(table: string, query: Query = {}) => (tables.get(table)?.find(query) ?? []) as R[],
    count: async (table: string, filter?: Filter) => tables.get(table)?.count(filter) ?? 0,
    replace: async (table, rows) => replaceNow(table, rows),
    checkpoint: async (table) => checkpoints.get(table),
    async setCheckpoint(table, position) {
      checkpoints.set(table, Math.max(position, checkpoints.get(table) ?? position))
    },
    tables: async () => [...new Set([...tables.keys(), ...checkpoints.keys()])],
    async drop(table) {
      tables.delete(table)
      checkpoints.delete(table)
    },
    ping: async () => undefined,
    close: async () => undefined,
  }
}
