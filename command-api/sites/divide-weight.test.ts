/** Tests that a measured weight is fully and fairly divided among loads. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { divideWeight } from './divide-weight.ts'

it('is all one load’s where one arrived', () => expect(divideWeight(712.4, [675])).toEqual([712.4]))
it('goes by what each was said to weigh', () => expect(divideWeight(1_000, [600, 900])).toEqual([400, 600]))
it('is equal where nothing was said', () => expect(divideWeight(100, [0, 0, 0])).toEqual([33.33, 33.34, 33.33]))
it('has no owner if nothing arrived', () => expect(divideWeight(100, [])).toEqual([]))

it('sums to the weight, to the hundredth, and each is within one of its part', () => {
  const said = fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000_000 }), said, (hundredths, loads) => {
      const shares = divideWeight(hundredths / 100, loads)
      const total = loads.reduce((sum, load) => sum + load, 0)
      expect(shares.reduce((sum, share) => sum + Math.round(share * 100), 0)).toBe(hundredths)
      for (const [at, share] of shares.entries())
        expect(Math.abs(share * 100 - (hundredths * (loads[at] ?? 0)) / total)).toBeLessThanOrEqual(1.001)
    }),
  )
})
