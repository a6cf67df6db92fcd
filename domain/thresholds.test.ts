/** Tests of the number of reports from which a collection is recommended, by customers and configuration. */

import { expect, it } from 'vitest'
import { recommendationThresholdOf } from '#domain/report-rules.ts'

it.each([
  [145, 116],
  [82, 66],
  [41, 33],
  [40, 40],
  [1, 1],
])('%i customers: at %i reports', (customers, reports) => expect(recommendationThresholdOf(customers)).toBe(reports))

it('goes by what is configured', () => {
  expect(recommendationThresholdOf(145, { recommendPercent: 50, smallZone: 40 })).toBe(73)
  expect(recommendationThresholdOf(145, { recommendPercent: 50, smallZone: 145 })).toBe(145)
  expect(recommendationThresholdOf(7, { recommendPercent: 100, smallZone: 0 })).toBe(7)
})
