/** A site's status changes above 70 and 90 percent, and its text never contradicts it. */
import { expect, it } from 'vitest'
import { fullnessOf, fullnessText, spanOf } from './fullness.ts'

const at = (currentCapacity: number) => fullnessOf({ currentCapacity, maxCapacity: 1_000 })

it.each([
  [0, 'Normal', 'done'],
  [700, 'Normal', 'done'],
  [700.01, 'High', 'progress'],
  [900, 'High', 'progress'],
  [900.01, 'Critical', 'critical'],
  [1_200, 'Critical', 'critical'],
])('%d of 1,000 t is %s', (tonnes, status, tone) => expect(at(tonnes)).toMatchObject({ status, tone }))

it('has no room below nothing, and none of no capacity', () => {
  expect(at(1_200).left).toBe(0)
  expect(fullnessOf({ currentCapacity: 5, maxCapacity: 0 })).toMatchObject({ percent: 0, left: 0 })
})

it('is written without rounding up', () => {
  expect([75, 75.44, 69.99, 89.96].map(fullnessText)).toEqual([
    '75\u00a0%',
    '75.4\u00a0%',
    '69.9\u00a0%',
    '89.9\u00a0%',
  ])
  expect(fullnessText((0.29 * 1000 * 100) / 1000)).toBe('29\u00a0%')
})

/** A history's span has exactly the stated number of days. */
const NOW = Date.parse('2026-03-01T09:00:00Z')

it('ends today, and counts it', () => {
  expect(spanOf('30', NOW)).toEqual({ days: 30, from: '2026-01-31', to: '2026-03-01' })
  expect(spanOf('365', NOW)).toMatchObject({ days: 365, from: '2025-03-02' })
})

it.each([null, '', '31', 'all'])('is 30 days where %j is asked for', (named) =>
  expect(spanOf(named, NOW).days).toBe(30),
)
