/** Tests a row against a filter by the store's rules. */
import { Context } from 'mingo/core'
import * as operators from 'mingo/operators/query'
import { Query as Matcher } from 'mingo/query'
import type { Filter, Row } from './read-store.ts'

/**
 * Registers query operators only.
 * mingo copies them for each filter; all would cost three times as much.
 */
const context = Context.init({ query: { ...operators } })

/** Returns a function that tests whether a row matches the filter (rule RS4). */
export function createMatcher(filter: Filter): (row: Row) => boolean {
  const compiled = new Matcher<Row>(filter as Record<string, unknown>, { context })
  return (row) => compiled.test(row)
}
