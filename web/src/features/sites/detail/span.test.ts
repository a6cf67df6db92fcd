/** A history's span has exactly the stated number of days. */
import { expect, it } from 'vitest'
import { spanOf } from './span.ts'

const NOW = Date.parse('2026-03-01T09:00:00Z')

it('ends today, and counts it', () => {
  expect(spanOf('30', NOW)).toEqual({ days: 30, from: '2026-01-31', to: '2026-03-01' })
  expect(spanOf('365', NOW)).toMatchObject({ days: 365, from: '2025-03-02' })
})

it.each([null, '', '31', 'all'])('is 30 days where %j is asked for', (named) =>
  expect(spanOf(named, NOW).days).toBe(30),
)
