/** Rows as they are asked for: by the name of their view, whichever table answers for it at the time. */
import type { TableName, ViewName } from '#contract/tables.ts'
import { type Filter, type Query, type Row, TableMissing, type Tables } from './read-store.ts'

/** The rows of these views. Like those of the read store they must not be changed. */
export interface Rows<V extends ViewName = ViewName> {
  /** In the order of the ids asked, undefined where there is none. */
  get<R extends Row>(view: V, ids: readonly string[]): Promise<(Readonly<R> | undefined)[]>
  find<R extends Row>(view: V, query?: Query): Promise<Readonly<R>[]>
  count(view: V, filter?: Filter): Promise<number>
}

/** All that a read may look at: it can't tell whether that is the present or a moment of the past. */
export interface Snapshot {
  rows: Rows
  now: Date
  /** The log position that the rows are true at, or after. */
  position: number
}

/**
 * Returns the rows of the tables that `tableOf` names. A read throws TableMissing where its table has no checkpoint. That is asked
 * after the rows were read: a table that another process drops loses its checkpoint before its rows.
 */
export function rowsOf<V extends ViewName>(
  reads: Pick<Tables, 'get' | 'find' | 'count' | 'checkpoint'>,
  tableOf: (view: V) => TableName,
  onMissing: (view: V) => void = () => undefined,
): Rows<V> {
  async function checked<T>(view: V, table: TableName, read: Promise<T>): Promise<T> {
    const found = await read
    if ((await reads.checkpoint(table)) !== undefined) return found
    onMissing(view)
    throw new TableMissing(table)
  }
  const of = <T>(view: V, read: (table: TableName) => Promise<T>) => {
    const table = tableOf(view)
    return checked(view, table, read(table))
  }
  return {
    get: async (view, ids) => of(view, (table) => reads.get(table, ids)),
    find: async (view, query) => of(view, (table) => reads.find(table, query)),
    count: async (view, filter) => of(view, (table) => reads.count(table, filter)),
  }
}
