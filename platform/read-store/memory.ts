/** The embedded read store: maps in memory, queried by mingo, filled again from the log at each start. */
import type { TableName } from '#contract/tables.ts'
import { START } from '#platform/event-store/event-store.ts'
import { Table } from './memory-table.ts'
import type { Filter, Query, ReadStore, Row } from './read-store.ts'
import { createWaiting } from './waiting.ts'

/** A fresh, empty store. Rows are shared with the caller, not copied (rule RS6); nothing outlives the process. */
export function openMemoryReadStore(): ReadStore {
  const tables = new Map<TableName, Table>()
  const checkpoints = new Map<TableName, number>()
  const waiting = createWaiting()

  return {
    durable: false,
    get: async <R extends Row>(table: TableName, ids: readonly string[]) =>
      ids.map((id) => tables.get(table)?.get(id) as R | undefined),
    find: async <R extends Row>(table: TableName, query: Query = {}) => (tables.get(table)?.find(query) ?? []) as R[],
    count: async (table: TableName, filter?: Filter) => tables.get(table)?.count(filter) ?? 0,
    async replace(name, rows) {
      if (rows.length === 0) return
      const table = tables.get(name) ?? new Table()
      tables.set(name, table)
      for (const row of rows) table.replace(row)
    },
    checkpoint: async (table) => checkpoints.get(table),
    async setCheckpoints(positions) {
      for (const [table, position] of positions)
        checkpoints.set(table, Math.max(position, checkpoints.get(table) ?? position))
      waiting.tell(checkpoints)
    },
    reached: async (table, position, withinMs) =>
      (checkpoints.get(table) ?? START) >= position || waiting.wait(table, position, withinMs),
    tables: async () => [...new Set([...tables.keys(), ...checkpoints.keys()])],
    async drop(table) {
      tables.delete(table)
      checkpoints.delete(table)
    },
    ping: async () => undefined,
    close: async () => undefined,
  }
}
