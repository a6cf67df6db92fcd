/**
 * Provides rows for decisions of commands and jobs.
 * They come from the tables that also serve the screens, even during a rebuild.
 */
import { type TableName, tableNameOf, type ViewName } from '#contract/tables.ts'
import type { EventStore, Position } from '#platform/event-store/event-store.ts'
import { isTableOfLog } from './log-marks.ts'
import { type ReadStore, RowsBehind, type TableMark, TableMissing } from './read-store.ts'
import { type Rows, rowsOf } from './rows.ts'
import { createServingTables } from './serving.ts'

const CATCH_UP_TIMEOUT_MS = 2_000

export interface DecisionRows {
  /**
   * Returns rows for decisions, once they include all events of the log.
   * Throws RowsBehind after 2 s, or for another log's rows.
   */
  upToNow<V extends ViewName>(...views: readonly V[]): Promise<Rows<V>>
  /**
   * Returns the views' current rows, without waiting until they catch up with the log.
   * They are for information only, not for decisions.
   */
  standing<V extends ViewName>(...views: readonly V[]): Promise<Rows<V>>
}

export function createCurrentRows(
  store: Pick<EventStore, 'head' | 'readStoredFrom'>,
  reads: ReadStore,
  patienceMs = CATCH_UP_TIMEOUT_MS,
): DecisionRows {
  const serving = createServingTables(reads)

  async function tablesOf<V extends ViewName>(views: readonly V[]) {
    const tables = await Promise.all(views.map(async (view) => [view, await serving.tableOf(view)] as const))
    return new Map(tables)
  }
  /**
   * Tables whose log marks were already compared with the log.
   * A mark identifies the last event of rows that are newer than the checkpoint.
   */
  const checked = new Set<TableName>()

  /**
   * Returns a function that checks whether the log has the last event of a table.
   * It reads each event only once, because tables usually share their last event.
   * Create a new function for each check, because the log may be replaced.
   */
  function comparison(head: Position) {
    const asked = new Map<string, Promise<boolean>>()
    function has(mark: TableMark): Promise<boolean> {
      // A mark without event id was already compared with the log by the store.
      // Only its position must be checked: it must not be after the log's end.
      if (mark.id === undefined && mark.position <= head) return Promise.resolve(true)
      const key = `${mark.position} ${mark.id} ${mark.at}`
      const answer = asked.get(key) ?? isTableOfLog(store, mark)
      asked.set(key, answer)
      return answer
    }
    return async (table: TableName, checkpoint: TableMark): Promise<boolean> => {
      const marks = [checkpoint, ...(checked.has(table) ? [] : ((await reads.marks?.(table)) ?? []))]
      if (!(await Promise.all(marks.map(has))).every(Boolean)) return false
      checked.add(table)
      return true
    }
  }
  function rowsIn<V extends ViewName>(tables: ReadonlyMap<V, TableName | undefined>): Rows<V> {
    return rowsOf(
      reads,
      (view: V) => {
        const table = tables.get(view)
        if (!table) throw new RowsBehind(view)
        return table
      },
      serving.unsettle,
    )
  }
  const settled = rowsOf(reads, tableNameOf, serving.unsettle)

  return {
    async upToNow<V extends ViewName>(...views: readonly V[]) {
      const [head, tables] = await Promise.all([store.head(), tablesOf(views)])
      // Uses the table of this program version if no table of the view is known.
      // The table is complete once it has applied the whole log.
      const known = new Map(views.map((view) => [view, tables.get(view) ?? tableNameOf(view)]))
      const isOfThisLog = comparison(head)
      const wait = async ([view, table]: readonly [V, TableName]) => {
        const reached = await reads.reached(table, head, patienceMs)
        if (reached && (await isOfThisLog(table, reached))) return
        serving.unsettle(view)
        throw (await reads.checkpoint(table)) === undefined ? new TableMissing(table) : new RowsBehind(view)
      }
      await Promise.all([...known].map(wait))
      return rowsIn(known)
    },
    standing: async (...views) => (views.every(serving.isSettled) ? settled : rowsIn(await tablesOf(views))),
  }
}
