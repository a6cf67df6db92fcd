/** Tests that an earlier version plus a difference gives the later one. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { applyJsonDifference, jsonDifferenceOf } from './versions.ts'

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

it('gives the later version of any two, by way of JSON', () => {
  fc.assert(
    fc.property(fc.object(), fc.object(), fc.boolean(), (before, after, keeps) => {
      const [a, b] = [plain(before), plain(keeps ? { ...before, ...after } : after)]
      const difference = plain(jsonDifferenceOf(a, b) ?? {})
      expect(applyJsonDifference(a, difference)).toEqual(b)
      expect(a).toEqual(plain(before))
    }),
  )
})

it('says nothing of what stays', () => {
  const open = [['r1'], [], ['r2', 'r3']]
  const before = { id: 'north', open, many: 3, gone: true, nested: { a: 1, b: [1] } }
  const after = {
    id: 'north',
    open: [['r1'], ['r4'], ['r2', 'r3']],
    many: 4,
    gone: undefined,
    nested: { a: 1, b: [1] },
  }
  expect(jsonDifferenceOf(before, after)).toEqual({ open: { 1: [['r4']] }, many: [4], gone: [] })
  expect(jsonDifferenceOf(before, before)).toBeUndefined()
})
