/** Tests the small line chart that shows the course of a figure. */
import { expect, it } from 'vitest'
import { sparklinePathOf } from './figures.tsx'

it('goes from the first day at the left to the last at the right, zero at the bottom', () =>
  expect(sparklinePathOf([0, 5, 10])).toBe('M0 23L48 12L96 1'))

it('breaks where nobody knows; a single day is a point', () =>
  expect(sparklinePathOf([4, null, 0, 4])).toBe('M0 1h0M64 23L96 1'))

it('lies flat where nothing happened, and is nothing where nothing is known', () => {
  expect(sparklinePathOf([0, 0])).toBe('M0 23L96 23')
  expect(sparklinePathOf([null, null])).toBe('')
})
