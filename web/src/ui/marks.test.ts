/** Badge colours match the specification. */
import { expect, it } from 'vitest'
import { REPORT_STATUSES } from '#domain/city.ts'
import { deliveryBadges, reportBadges } from './marks.tsx'

it('are blue for a new report, yellow in progress, green completed, and grey for the others', () => {
  const tones = REPORT_STATUSES.map((status) => [status, reportBadges[status].tone])
  expect(tones).toEqual([
    ['new', 'new'],
    ['in-progress', 'progress'],
    ['completed', 'done'],
    ['collected', 'plain'],
  ])
})

it('are green for a delivery that is completed or arrived, yellow in transit, and blue otherwise', () => {
  const tones = Object.entries(deliveryBadges).map(([status, { tone }]) => [status, tone])
  expect(tones).toEqual([
    ['pending', 'new'],
    ['in-transit', 'progress'],
    ['arrived', 'done'],
    ['completed', 'done'],
  ])
})
