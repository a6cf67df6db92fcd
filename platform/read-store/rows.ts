/** Rows as they are asked for: by the name of their view, whichever table answers for it at the time. */
import type { ViewName } from '#contract/tables.ts'
import type { Filter, Query, Row, Tables } from './read-store.ts'

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

/** `tableOf` tells which table answers for a view. */
export const rowsOf = <V extends ViewName>(
  reads: Pick<Tables, 'get' | 'find' | 'count'>,
  tableOf: (view: V) => string,
): Rows<V> => ({
  get: async (view, ids) => reads.get(tableOf(view), ids),
  find: async (view, query) => reads.find(tableOf(view), query),
  count: async (view, filter) => reads.count(tableOf(view), filter),
})
