/**
 * Chooses the read-store tables to write and to serve.
 * They differ after the log was replaced, until the rows of the new log are complete.
 */
import { type TableName, tableNameOf } from '#contract/tables.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import type { Log } from '#platform/logging.ts'
import { REPAIRS_STREAM } from '#platform/proof/lost-tree.ts'
import { isTableOfLog } from '#platform/read-store/log-marks.ts'
import {
  delegateToCurrentTables,
  type ReadStore,
  type TableGeneration,
  type Tables,
} from '#platform/read-store/read-store.ts'
import type { AnyView } from './view.ts'

/**
 * Result of a search for tables that were built from the current log.
 * - `own`: the served rows were built from this log.
 * - `beside`: rows of another log are served while new tables are filled.
 * - `in-place`: rows of another log must be dropped first, because the store has one set of tables.
 */
type Found = 'own' | 'beside' | 'in-place'

interface LogTablesOptions {
  store: EventStore
  reads: ReadStore
  views: readonly AnyView[]
  log: Log
}

export function createLogTableSelector({ store, reads: all, views, log }: LogTablesOptions) {
  let written: Tables = all
  let served: Tables = all
  /** True if the view rows contain events that the log does not contain. */
  let isForeignLog = false
  /**
   * Number of replaced logs.
   * Used only if the store can't have tables of several logs (generations).
   */
  let droppedLogs = 0
  /** Time of the last restore in epoch ms, or 0. */
  let restoredAt = 0

  async function areFromLog(tables: TableGeneration): Promise<boolean> {
    const marks = await Promise.all(views.map(({ name }) => tables.marks(tableNameOf(name))))
    const different = new Map(marks.flat().map((mark) => [`${mark.position} ${mark.id} ${mark.at}`, mark]))
    for (const mark of different.values()) if (!(await isTableOfLog(store, mark))) return false
    return true
  }

  return {
    written: {
      ...delegateToCurrentTables(() => written),
      durable: all.durable,
      ...(all.leases && { leases: all.leases }),
      ...(all.exclusively && { exclusively: all.exclusively }),
    },
    /**
     * Returns the checkpoints of the tables that are written.
     * Returns undefined if no other process writes them.
     */
    sharedCheckpoints: async (names: readonly TableName[]) =>
      (written as Partial<TableGeneration>).checkpoints?.(names),
    served: delegateToCurrentTables(() => served),
    areSame: () => served === written,
    /** Records that the tables contain rows built from events that the log lacks. */
    noteForeignLog(): void {
      isForeignLog = true
    },

    /**
     * Finds the tables that belong to the log, or a new, empty set of tables.
     * Screens read the previous rows until `serve` is called.
     */
    async find(hasServed: boolean): Promise<Found> {
      const found = await all.generation?.()
      if (!found) return isForeignLog ? 'in-place' : 'own'
      let matching = found
      while (!(await areFromLog(matching))) matching = matching.next()
      const isOwn = matching === found
      if (!isOwn)
        log.warn({ tables: matching.number }, 'the rows belong to another log; rebuilding them beside the old ones')
      written = matching
      // On the first call, serves the tables that were found, even those of another log.
      // Later, serves the found tables only if they belong to this log.
      // Another process may have rebuilt them.
      if (!hasServed || isOwn) served = found
      isForeignLog = false
      return isOwn ? 'own' : 'beside'
    },

    /** Drops the rows of another log, in a store that has only one set of tables. */
    async dropForeign(): Promise<void> {
      log.warn('the rows belong to another log; rebuilding them')
      for (const table of (await written.tables()) as TableName[]) await written.drop(table)
      droppedLogs += 1
      isForeignLog = false
    },

    /** Makes reads use the tables that were just written. */
    async serve(): Promise<void> {
      if (served !== written) await (written as Partial<TableGeneration>).serve?.()
      served = written
    },
    dropEarlier: async () => (written as Partial<TableGeneration>).dropEarlier?.(),

    async loadLastRestore(): Promise<void> {
      const repairs = await store.readStream(REPAIRS_STREAM)
      restoredAt = repairs.findLast(({ type }) => type === 'LogRestored')?.at ?? 0
    },
    /**
     * Returns a number that identifies the served log.
     * It adds the time of the last restore (epoch ms) and the generation number of the tables.
     */
    logNumber: () => restoredAt + ((served as Partial<TableGeneration>).number ?? droppedLogs),
  }
}
