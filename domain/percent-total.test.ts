/** Tests that percentages with any decimals must sum to exactly 100. */
import { expect, it } from 'vitest'
import { isSumOf100, sumPercents } from './percent-total.ts'

it.each([
  [[33.333, 33.333, 33.334], 100],
  [[0.1, 0.2, 99.7], 100],
  [[14.285714, 14.285714, 14.285714, 14.285714, 14.285714, 14.285714, 14.285716], 100],
  [[50.004, 50.004], 100.008],
  [[50.000001, 50], 100.000001],
  [[33.33, 33.33, 33.33], 99.99],
  [[], 0],
])('%j is %s', (parts, total) => {
  expect(sumPercents(parts)).toBe(total)
  expect(isSumOf100(parts)).toBe(total === 100)
})
