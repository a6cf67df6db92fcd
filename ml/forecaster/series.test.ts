/** Tests the conversion of weights to a daily series. */
import { expect, it } from 'vitest'
import { districtSeriesOf, seriesBefore } from './series.ts'

it('adds up the weights of a day and keeps missing days missing', () => {
  const series = districtSeriesOf([
    { date: '2024-03-01', tonnes: 2, material: 'plastic' },
    { date: '2024-02-28', tonnes: 1, material: 'organic' },
    { date: '2024-03-01', tonnes: 3, material: 'plastic' },
    { date: '2024-03-01', tonnes: 0.5 },
  ])
  expect([...series.total]).toEqual([1, Number.NaN, 5.5])
  expect(series.materials).toEqual(['organic', 'plastic'])
  expect(series.parts.map((part) => [...part])).toEqual([
    [1, Number.NaN, 0],
    [0, Number.NaN, 5],
  ])
})

it('refuses weights that cannot be, and names them', () => {
  const wrong = [
    { date: '2024-01-01', tonnes: -3 },
    { date: '2024-01-02', tonnes: Number.NaN },
    { date: '2024-01-03', tonnes: 2_000_000 },
    { date: '2023-02-29', tonnes: 3 },
  ]
  const series = districtSeriesOf([...wrong, { date: '2024-01-05', tonnes: 1 }])
  expect([...series.total]).toEqual([1])
  expect(series.refused).toEqual(wrong)
})

it('shows what was known before a day', () => {
  const series = districtSeriesOf(
    ['2024-01-01', '2024-01-02', '2024-01-03'].map((date) => ({ date, tonnes: 1, material: 'x' })),
  )
  const known = seriesBefore(series, series.first + 2)
  expect([known.total.length, known.parts[0]?.length]).toEqual([2, 2])
})
