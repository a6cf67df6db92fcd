/**
 * Reads rows by view name.
 * Callers need not know which table serves the view.
 */
import type { TableName, ViewName } from '#contract/tables.ts'
import { type Filter, type Query, type Row, TableMissing, type Tables } from './read-store.ts'

/**
 * Rows of views.
 * Callers must not change them.
 */
export interface Rows<V extends ViewName = ViewName> {
  /** Returns rows in the order of the ids, undefined for missing ones. */
  get<R extends Row>(view: V, ids: readonly string[]): Promise<(Readonly<R> | undefined)[]>
  find<R extends Row>(view: V, query?: Query): Promise<Readonly<R>[]>
  count(view: V, filter?: Filter): Promise<number>
}

/**
 * Rows of the present or of a past moment.
 * A read does not know which of the two it receives.
 */
export interface Snapshot {
  rows: Rows
  now: Date
  /**
   * Log position that the rows include.
   * Later events may also be included.
   */
  position: number
}

/**
 * Returns read functions for the tables that `tableOf` names.
 * They throw TableMissing if the table has no checkpoint.
 * They check it after the read, because dropping a table first removes its checkpoint.
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
