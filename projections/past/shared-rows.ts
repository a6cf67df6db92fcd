/** Rows of one moment for several reads: what one of them has found, the next need not look for. */
import { isDeepStrictEqual } from 'node:util'
import type { ViewName } from '#contract/tables.ts'
import type { Query, Row } from '#platform/read-store/read-store.ts'
import type { Rows } from '#platform/read-store/rows.ts'

interface Found {
  view: ViewName
  query: Query
  rows: Promise<Readonly<Row>[]>
}

/** Keeps all that is found, for as long as it is held: for the reads of one errand. */
export function sharedRows(rows: Rows): Rows {
  const known: Found[] = []
  return {
    ...rows,
    async find<R extends Row>(view: ViewName, query: Query = {}) {
      let found = known.find((each) => each.view === view && isDeepStrictEqual(each.query, query))
      if (!found) {
        found = { view, query, rows: rows.find<R>(view, query) }
        known.push(found)
      }
      // Whoever puts a list in an order of their own does not do so for the next.
      return [...(await found.rows)] as Readonly<R>[]
    },
  }
}
