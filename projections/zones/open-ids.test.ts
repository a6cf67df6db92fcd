/** Tests that ids stored in buckets behave like a set. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { NO_OPEN_IDS, removeOpenIds, withId, withoutId } from './open-ids.ts'

const id = fc.nat(40).map((number) => `u${number}.1`)

it('holds what a set would hold', () => {
  const change = fc.record({ opens: fc.boolean(), id })
  fc.assert(
    fc.property(fc.array(change, { maxLength: 200 }), fc.array(id), (changes, some) => {
      const known = new Set<string>()
      let ids = NO_OPEN_IDS
      for (const change of changes) {
        if (change.opens && !known.has(change.id)) {
          known.add(change.id)
          ids = withId(ids, change.id)
        } else if (!change.opens) {
          const without = withoutId(ids, change.id)
          expect(without !== undefined).toBe(known.delete(change.id))
          ids = without ?? ids
        }
      }
      expect(ids.flat().sort()).toEqual([...known].sort())
      const { left, taken } = removeOpenIds(ids, some)
      expect(left.flat().sort()).toEqual([...known].filter((id) => !some.includes(id)).sort())
      expect(taken).toBe(known.size - left.flat().length)
    }),
  )
})

it('leaves the rows of before as they were', () => {
  const one = withId(NO_OPEN_IDS, 'u1.1')
  withId(one, 'u2.1')
  withoutId(one, 'u1.1')
  removeOpenIds(one, ['u1.1'])
  expect(one.flat()).toEqual(['u1.1'])
  expect(NO_OPEN_IDS.flat()).toEqual([])
})
