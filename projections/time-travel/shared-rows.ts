/** Shares results of equal queries between the reads of one request. */
import { isDeepStrictEqual } from 'node:util'
import type { ViewName } from '#contract/tables.ts'
import type { Query, Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'

interface CachedQuery {
  view: ViewName
  query: Query
  rows: Promise<Readonly<Row>[]>
}

/**
 * Returns rows that cache the result of every query.
 * Use them for one request only.
 */
export function cacheRowQueries(rows: Rows): Rows {
  const known: CachedQuery[] = []
  return {
    ...rows,
    async find<R extends Row>(view: ViewName, query: Query = {}) {
      let found = known.find((each) => each.view === view && isDeepStrictEqual(each.query, query))
      if (!found) {
        found = { view, query, rows: rows.find<R>(view, query) }
        known.push(found)
      }
      // Copies the array of cached rows, because callers may sort it.
      return [...(await found.rows)] as Readonly<R>[]
    },
  }
}
