/** Whether a row that is in hand matches a filter, by the rules by which a store finds rows. */
import { Query as Matcher } from 'mingo'
import type { Filter, Row } from './read-store.ts'

/** A test for rows (rule RS4). */
export function matcher(filter: Filter): (row: Row) => boolean {
  const compiled = new Matcher<Row>(filter as Record<string, unknown>)
  return (row) => compiled.test(row)
}
