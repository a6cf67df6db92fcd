/** Rows to act on, by their views: out of the tables that screens read too, also while a view is rebuilt. */
import { type TableName, tableOf, type ViewName } from '#contract/tables.ts'
import type { EventStore, Position } from '#platform/event-store/event-store.ts'
import { isOfLog } from './log-marks.ts'
import { type ReadStore, RowsBehind, type TableMark, TableMissing } from './read-store.ts'
import { type Rows, rowsOf } from './rows.ts'
import { watchServing } from './serving.ts'

const PATIENCE_MS = 2_000

export interface CurrentRows {
  /**
   * The rows of these views, once they have taken in the log as it is now: to start a decision from. Throws RowsBehind when they
   * have not after 2 s, or have taken in another log: nothing is decided on rows that are not those of the log.
   */
  upToNow<V extends ViewName>(...views: readonly V[]): Promise<Rows<V>>
  /** The rows of these views as they stand: they inform, and no decision rests on them. */
  standing<V extends ViewName>(...views: readonly V[]): Promise<Rows<V>>
}

export function createCurrentRows(
  store: Pick<EventStore, 'head' | 'readStoredFrom'>,
  reads: ReadStore,
  patienceMs = PATIENCE_MS,
): CurrentRows {
  const serving = watchServing(reads)

  async function tablesOf<V extends ViewName>(views: readonly V[]) {
    const tables = await Promise.all(views.map(async (view) => [view, await serving.tableOf(view)] as const))
    return new Map(tables)
  }
  /** Tables whose rows ahead of the checkpoint were looked at. */
  const checked = new Set<TableName>()

  /**
   * Returns what tells whether the log has the events that tables follow on. Each event is asked for once: all tables follow on the
   * same one, as a rule. Nothing is remembered: the next time the log may be an older one.
   */
  function comparison(head: Position) {
    const asked = new Map<string, Promise<boolean>>()
    function has(mark: TableMark): Promise<boolean> {
      // One without an id was compared by its store; but no event is beyond the end of the log.
      if (mark.id === undefined && mark.position <= head) return Promise.resolve(true)
      const key = `${mark.position} ${mark.id} ${mark.at}`
      const answer = asked.get(key) ?? isOfLog(store, mark)
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
  const settled = rowsOf(reads, tableOf, serving.unsettle)

  return {
    async upToNow<V extends ViewName>(...views: readonly V[]) {
      const [head, tables] = await Promise.all([store.head(), tablesOf(views)])
      // A table that has taken in the whole log is complete, whether or not that was noted.
      const known = new Map(views.map((view) => [view, tables.get(view) ?? tableOf(view)]))
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
