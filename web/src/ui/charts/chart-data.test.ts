/** Tests the texts and shares of charts. */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  chooseLabelledDayIndexes,
  type DaySeries,
  describeDayFigures,
  formatShares,
  formatUnitAmount,
  materialWeightsOf,
  roundShares,
  seriesTotalOf,
} from './chart-data.ts'
import { computeAxisTicks, moveMarkByKey } from './chart-geometry.ts'

describe('a chart', () => {
  it('writes amounts with their unit', () => {
    expect([0, 1, 1234].map((value) => formatUnitAmount(value, 'users'))).toEqual(['0 users', '1 user', '1,234 users'])
  })

  it.each([0, 1, 3, 62, 9_999])('has whole numbers along the axis up to %d or more', (highest) => {
    const { top, ticks } = computeAxisTicks(highest)
    expect(top).toBeGreaterThanOrEqual(highest)
    expect(ticks[0]).toBe(0)
    expect(ticks.length).toBeGreaterThan(2)
    expect(ticks.length).toBeLessThan(8)
    expect(ticks.every(Number.isInteger)).toBe(true)
  })

  it('goes round from mark to mark', () => {
    expect(moveMarkByKey('ArrowRight', 2, 3)).toBe(0)
    expect(moveMarkByKey('ArrowLeft', 0, 3)).toBe(2)
    expect(moveMarkByKey('End', 0, 3)).toBe(2)
    expect(moveMarkByKey('Home', 2, 3)).toBe(0)
    expect(moveMarkByKey('Tab', 1, 3)).toBeNull()
  })
})

/**
 * Tests that displayed shares sum to exactly 100.
 * A small share never shows as zero.
 */
const amounts = fc.array(fc.double({ min: 0, max: 1e7, noNaN: true }), { minLength: 1, maxLength: 7 })

describe('shares', () => {
  it('sum to exactly 100 at the digits that are shown, each within one step of the truth', () => {
    fc.assert(
      fc.property(amounts, fc.constantFrom(0, 1, 2), (values, digits) => {
        const total = values.reduce((sum, value) => sum + value, 0)
        fc.pre(total > 1e-3)
        const shares = roundShares(values, digits)
        const unit = 10 ** digits
        expect(shares.reduce((sum, share) => sum + Math.round(share * unit), 0)).toBe(100 * unit)
        shares.forEach((share, index) => {
          expect(Math.abs(share - (values[index]! / total) * 100)).toBeLessThanOrEqual(1 / unit + 1e-9)
        })
      }),
    )
  })

  it('are written whole, with a decimal where one is below a percent', () => {
    expect(formatShares([1, 1, 1])).toEqual(['34\u00a0%', '33\u00a0%', '33\u00a0%'])
    expect(formatShares([99.6, 0.4, 0])).toEqual(['99.6\u00a0%', '0.4\u00a0%', '0\u00a0%'])
    expect(formatShares([10_000, 1])).toEqual(['100.0\u00a0%', '< 0.1\u00a0%'])
    expect(formatShares([0, 0])).toEqual(['0\u00a0%', '0\u00a0%'])
    expect(formatShares([3])).toEqual(['100\u00a0%'])
  })
})

/** Tests that a material chart rounds exact composition shares only for display. */
it('shows the shares of a composition, however little it weighs', () => {
  const composition = { plastic: 37.36, paper: 30.02, organic: 32.62 }
  const data = materialWeightsOf(composition, 2.7)
  const shares = roundShares(
    data.map(({ value }) => value),
    2,
  )
  expect(data.map(({ key }, index) => [key, shares[index]]).filter(([, share]) => share)).toEqual(
    Object.entries(composition),
  )
})

it('writes a measure to the tenth', () => expect(formatUnitAmount(1.00872, 'tonnes')).toBe('1\u00a0t'))

/** Tests the texts of daily figures, and which days get labels. */
const series = (label: string, values: (number | null)[]): DaySeries => ({ key: label, label, color: 'red', values })

describe('figures by day', () => {
  it('tell all that happened on a day', () => {
    const both = [series('Reports', [3, 12]), series('Collected', [0, 8])]
    expect(describeDayFigures('2026-01-05', 1, both, String)).toBe('Mon 5 Jan: Reports 12, Collected 8')
    expect(seriesTotalOf(both[0]!)).toBe(15)
    const unknown = [series('Plastic', [null, 40])]
    expect(describeDayFigures('2026-01-05', 0, unknown, String)).toBe('Mon 5 Jan: Plastic unknown')
    expect(seriesTotalOf(unknown[0]!)).toBe(40)
  })

  it('name the last day, and as many others as there is room for', () => {
    const evenly = (count: number, step: number) => Array.from({ length: count }, (_, index) => index * step)
    expect(chooseLabelledDayIndexes(evenly(7, 100), 64)).toEqual([0, 1, 2, 3, 4, 5, 6])
    expect(chooseLabelledDayIndexes(evenly(7, 30), 64)).toEqual([0, 3, 6])
    expect(chooseLabelledDayIndexes([0, 10, 200, 210, 300], 64)).toEqual([1, 3, 4])
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 90 }), (gaps) => {
        let at = 0
        const places = gaps.map((gap) => {
          at += gap
          return at
        })
        const named = chooseLabelledDayIndexes(places, 64)
        expect(named.at(-1)).toBe(places.length - 1)
        named.slice(1).forEach((index, n) => {
          expect(places[index]! - places[named[n]!]!).toBeGreaterThanOrEqual(64)
        })
      }),
    )
  })
})
