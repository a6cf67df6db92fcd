/** Tests which reports count, how bursts by new accounts are detected, and the recommendation threshold. */

import { expect, it } from 'vitest'
import { countedReportsOf, recommendationThresholdOf, reportBurstThresholdOf } from './report-rules.ts'

it.each([
  ['automatic', false, 10],
  ['automatic', true, 7],
  ['count', true, 10],
  ['wait', false, 7],
  [undefined, undefined, 10],
] as const)('rule %s, mail server %s: %i of ten', (rule, mailServer, counted) =>
  expect(countedReportsOf({ open: 10, unconfirmed: 3, customers: 20, rule, mailServer })).toBe(counted),
)

it('is never more than there are customers', () => {
  expect(countedReportsOf({ open: 245, unconfirmed: 100, customers: 145 })).toBe(145)
  expect(countedReportsOf({ open: 245, unconfirmed: 120, customers: 145, rule: 'wait' })).toBe(125)
})

it.each([
  [116, 12],
  [66, 12],
  [16, 8],
  [2, 3],
])('of a zone that is due at %i reports, %i of new accounts are a burst', (due, burst) =>
  expect(reportBurstThresholdOf(due)).toBe(burst),
)

// Tests when a collection is recommended, by customers and configuration.
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
