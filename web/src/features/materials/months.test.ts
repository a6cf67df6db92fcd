/** Months have exact first and last days, and no statement reaches into the future. */
import { expect, it } from 'vitest'
import { daysOf, monthAfter, monthInAddress, monthName, monthsUpTo } from './months.ts'

it('goes from month to month over the year’s end', () => {
  expect([monthAfter('2026-01', -1), monthAfter('2025-12', 1), monthAfter('2026-01', -13)]).toEqual([
    '2025-12',
    '2026-01',
    '2024-12',
  ])
  expect(monthName('2026-09')).toBe('September 2026')
  expect(monthsUpTo('2026-01-05').slice(0, 3)).toEqual(['2026-01', '2025-12', '2025-11'])
})

it('knows the days of a month, of this one up to today', () => {
  expect(daysOf('2024-02', '2026-01-05')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  expect(daysOf('2026-01', '2026-01-05')).toEqual({ from: '2026-01-01', to: '2026-01-05' })
})

it('takes this month where an address asks for one that there can be no statement of', () => {
  const asked = ['2025-12', null, '2026-02', '2026-13', 'x', '2001-01'].map((month) =>
    monthInAddress(month, '2026-01-05'),
  )
  expect(asked).toEqual(['2025-12', ...Array(5).fill('2026-01')])
})
