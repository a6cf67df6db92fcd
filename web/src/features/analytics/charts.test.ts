/** Tests the CSV exports of daily charts. */
import { expect, it } from 'vitest'
import { chartFileNameOf, createAmountsCsv, createChartCsv } from './charts.tsx'

const days = ['2026-01-05', '2026-01-06']
const series = [
  { key: 'reports', label: 'Reports', color: '', values: [3, 0] },
  { key: 'hours', label: 'Hours', color: '', values: [null, 24.5] },
]

it('has a row for each day, and nothing where nobody knows', () =>
  expect(createChartCsv({ days, series })).toBe('\uFEFFdate,reports,hours\r\n2026-01-05,3,\r\n2026-01-06,0,24.5\r\n'))

it('has a row for each bar of how things stand now', () =>
  expect(
    createAmountsCsv({
      category: 'State',
      unit: 'trucks',
      data: [{ key: 'out-of-service', label: 'Out of service', value: 2, color: '' }],
    }),
  ).toBe('\uFEFFstate,trucks\r\nOut of service,2\r\n'))

it('is called by its title and its days', () =>
  expect(chartFileNameOf('Fuel cost by day', days)).toBe('fuel-cost-by-day-2026-01-05-to-2026-01-06'))

it('is called by the one day that it shows', () =>
  expect(chartFileNameOf('Trucks by state', ['2026-01-05'])).toBe('trucks-by-state-2026-01-05'))
