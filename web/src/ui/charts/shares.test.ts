/** Displayed shares sum to exactly 100, and a small share never reads as zero. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { roundedShares, shareTexts } from './shares.ts'

const amounts = fc.array(fc.double({ min: 0, max: 1e7, noNaN: true }), { minLength: 1, maxLength: 7 })

describe('shares', () => {
  it('sum to exactly 100 at the digits that are shown, each within one step of the truth', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(0, 1, 2), (values, digits) => {
        const total = values.reduce((sum, value) => sum + value, 0)
        fc.pre(total > 1e-3)
        const shares = roundedShares(values, digits)
        const unit = 10 ** digits
        expect(shares.reduce((sum, share) => sum + Math.round(share * unit), 0)).toBe(100 * unit)
        shares.forEach((share, index) => {
          expect(Math.abs(share - (values[index]! / total) * 100)).toBeLessThanOrEqual(1 / unit + 1e-9)
        })
      }),
    )
  })

  it('are written whole, with a decimal where one is below a percent', () => {
    expect(shareTexts([1, 1, 1])).toEqual(['34\u00a0%', '33\u00a0%', '33\u00a0%'])
    expect(shareTexts([99.6, 0.4, 0])).toEqual(['99.6\u00a0%', '0.4\u00a0%', '0\u00a0%'])
    expect(shareTexts([10_000, 1])).toEqual(['100.0\u00a0%', '< 0.1\u00a0%'])
    expect(shareTexts([0, 0])).toEqual(['0\u00a0%', '0\u00a0%'])
    expect(shareTexts([3])).toEqual(['100\u00a0%'])
  })
})
