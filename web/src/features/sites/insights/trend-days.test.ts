/** A trend of 30 days spans at most 30 calendar days. */
import { expect, it } from 'vitest'
import { trendDays } from './trend-days.ts'

const on = (...dates: string[]) => dates.map((date) => ({ date }))

it('leaves out what is older than 30 days up to the latest record', () => {
  expect(trendDays(on('2025-11-02', '2026-01-30', '2026-01-31', '2026-02-15', '2026-03-01'))).toEqual(
    on('2026-01-31', '2026-02-15', '2026-03-01'),
  )
  expect(trendDays(on('2024-01-01'))).toEqual(on('2024-01-01'))
  expect(trendDays([])).toEqual([])
})
