/** Whether a row that is in hand matches a filter, by the rules by which a store finds rows. */
import { Context } from 'mingo/core'
import * as operators from 'mingo/operators/query'
import { Query as Matcher } from 'mingo/query'
import type { Filter, Row } from './read-store.ts'

/** Those of queries alone: all that the library has are copied for each filter, which costs three times as much. */
const context = Context.init({ query: { ...operators } as never })

/** A test for rows (rule RS4). */
export function matcher(filter: Filter): (row: Row) => boolean {
  const compiled = new Matcher<Row>(filter as Record<string, unknown>, { context })
  return (row) => compiled.test(row)
}
