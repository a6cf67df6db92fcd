/** Tests the search for periods: it finds exactly the periods that contain the searched position. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { intervalTreeNodeOf, OPEN_PERIOD_END, treePlacesAround } from './field-periods.ts'

/**
 * Returns whether a search at `position` finds the period from `since` to `till`.
 * Uses the same conditions as the SQL statements.
 */
function isFound(since: number, till: number, position: number, head: number): boolean {
  const place = intervalTreeNodeOf(since, till)
  const { ended, begun } = treePlacesAround(position, head)
  return (ended.includes(place) && till > position) || (begun.includes(place) && since <= position)
}

const position = fc.oneof(fc.nat(40), fc.nat(2 ** 40))

it('finds a period only for positions inside it', () => {
  fc.assert(
    fc.property(position, position, position, position, (since, length, at, more) => {
      const till = since + 1 + length
      const head = Math.max(till, at) + more
      expect(isFound(since, till, at, head)).toBe(since <= at && at < till)
      expect(isFound(since, OPEN_PERIOD_END, at, head)).toBe(since <= at)
    }),
    { numRuns: 2_000 },
  )
})
