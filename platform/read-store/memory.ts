/**
 * Embedded read store in memory, queried with mingo.
 * Each start refills it from the log.
 */
import type { TableName } from '#contract/tables.ts'
import { LOG_START, toPosition } from '#platform/event-store/event-store.ts'
import { createCheckpointWaiters } from './checkpoint-waiters.ts'
import { MemoryTable } from './memory-table.ts'
import type { Filter, Query, ReadStore, Row, TableMark } from './read-store.ts'

/**
 * Creates an empty read store in memory, whose rows are lost when the process ends.
 * Callers receive the stored rows themselves, not copies (rule RS6).
 * Tables with more than `largeRows` rows build their indexes in pieces.
 */
export function openMemoryReadStore(largeRows?: number): ReadStore {
  const tables = new Map<TableName, MemoryTable>()
  const checkpoints = new Map<TableName, TableMark>()
  const positionOf = (table: TableName) => checkpoints.get(table)?.position
  const waiting = createCheckpointWaiters<TableMark>()

  return {
    durable: false,
    get: async <R extends Row>(table: TableName, ids: readonly string[]) =>
      ids.map((id) => tables.get(table)?.get(id) as R | undefined),
    find: async <R extends Row>(table: TableName, query: Query = {}) =>
      ((await tables.get(table)?.query((rows) => rows.find(query))) ?? []) as R[],
    count: async (table: TableName, filter?: Filter) =>
      (await tables.get(table)?.query((rows) => rows.count(filter))) ?? 0,
    async replace(name, rows) {
      if (rows.length === 0) return
      const table = tables.get(name) ?? new MemoryTable(largeRows)
      tables.set(name, table)
      for (const row of rows) table.replace(row)
    },
    checkpoint: async (table) => positionOf(table),
    async setCheckpoints(positions) {
      for (const [table, position] of positions)
        checkpoints.set(table, { position: toPosition(Math.max(position, positionOf(table) ?? position)) })
      waiting.tell(checkpoints)
    },
    reached: async (table, position, withinMs) =>
      (positionOf(table) ?? LOG_START) >= position
        ? { position: toPosition(positionOf(table) ?? LOG_START) }
        : waiting.wait(table, position, withinMs),
    tables: async () => [...new Set([...tables.keys(), ...checkpoints.keys()])],
    async drop(table) {
      tables.delete(table)
      checkpoints.delete(table)
    },
    ping: async () => undefined,
    close: async () => undefined,
  }
}
