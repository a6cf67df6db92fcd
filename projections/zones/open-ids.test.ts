/** Tests that ids stored in buckets behave like a set. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addOpenReportId, NO_OPEN_IDS, removeOpenReportId, removeOpenReportIds } from './open-ids.ts'

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
          ids = addOpenReportId(ids, change.id)
        } else if (!change.opens) {
          const without = removeOpenReportId(ids, change.id)
          expect(without !== undefined).toBe(known.delete(change.id))
          ids = without ?? ids
        }
      }
      expect(ids.flat().sort()).toEqual([...known].sort())
      const { left, taken } = removeOpenReportIds(ids, some)
      expect(left.flat().sort()).toEqual([...known].filter((id) => !some.includes(id)).sort())
      expect(taken).toBe(known.size - left.flat().length)
    }),
  )
})

it('leaves the rows of before as they were', () => {
  const one = addOpenReportId(NO_OPEN_IDS, 'u1.1')
  addOpenReportId(one, 'u2.1')
  removeOpenReportId(one, 'u1.1')
  removeOpenReportIds(one, ['u1.1'])
  expect(one.flat()).toEqual(['u1.1'])
  expect(NO_OPEN_IDS.flat()).toEqual([])
})
