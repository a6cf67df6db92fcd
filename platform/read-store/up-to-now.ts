/** Rows to act on, by their views: out of the tables that screens read too, also while a view is rebuilt. */
import { tableOf, type ViewName } from '#contract/tables.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { type ReadStore, RowsBehind } from './read-store.ts'
import { type Rows, rowsOf } from './rows.ts'
import { watchServing } from './serving.ts'

const PATIENCE_MS = 2_000

export interface CurrentRows {
  /**
   * The rows of these views, once they have taken in the log as it is now: to start a decision from. Throws RowsBehind when they
   * have not after 2 s: nothing is decided on rows that are out of date.
   */
  upToNow<V extends ViewName>(...views: readonly V[]): Promise<Rows<V>>
  /** The rows of these views as they stand: they inform, and no decision rests on them. */
  standing<V extends ViewName>(...views: readonly V[]): Promise<Rows<V>>
}

export function createCurrentRows(
  store: Pick<EventStore, 'head'>,
  reads: ReadStore,
  patienceMs = PATIENCE_MS,
): CurrentRows {
  const serving = watchServing(reads)

  async function tablesOf<V extends ViewName>(views: readonly V[]) {
    const tables = await Promise.all(views.map(async (view) => [view, await serving.tableOf(view)] as const))
    return new Map(tables)
  }
  const rowsIn = <V extends ViewName>(tables: ReadonlyMap<V, string>): Rows<V> =>
    rowsOf(reads, (view: V) => tables.get(view) as string)
  const settled = rowsOf(reads, tableOf)

  return {
    async upToNow(...views) {
      const [head, tables] = await Promise.all([store.head(), tablesOf(views)])
      const wait = async ([view, table]: readonly [ViewName, string]) => {
        if (!(await reads.reached(table, head, patienceMs))) throw new RowsBehind(view)
      }
      await Promise.all([...tables].map(wait))
      return rowsIn(tables)
    },
    standing: async (...views) => (views.every(serving.isSettled) ? settled : rowsIn(await tablesOf(views))),
  }
}
