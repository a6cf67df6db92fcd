/** Tests derived figures, amounts and the small line chart of analytics. */

import { describe, expect, it } from 'vitest'
import * as words from './analytics.tsx'
import { sparklinePathOf } from './analytics.tsx'

describe('the analytics dashboard', () => {
  it.each([
    [null, '7'],
    ['30', '30'],
    ['90', '90'],
    ['31', '7'],
    ['toString', '7'],
  ])('shows the period of an address that asks for %s', (asked, period) => expect(words.periodOf(asked)).toBe(period))

  it.each([
    [0, 0],
    [1, 1],
    [3, 1],
    [4, 2],
    [145, 49],
  ])('has for %d reports %d active routes', (reports, routes) =>
    expect(words.estimateActiveRoutes(reports)).toBe(routes),
  )

  it('says beside its estimate how many routes there are', () => {
    expect(words.describeActiveRoutes(112, 0)).toBe('Estimate: 112 open reports ÷ 3. Routes in progress now: 0')
    expect(words.describeActiveRoutes(undefined, undefined)).toMatch(/^Estimate: – open.*now: –$/)
  })

  it('divides the distance by the fuel, where there was any', () => {
    expect(words.fuelEfficiencyOf({ total_distance: 413.9, total_fuel_consumed: 41.39 })).toBeCloseTo(10)
    expect(words.fuelEfficiencyOf({ total_distance: 0, total_fuel_consumed: 0 })).toBeNull()
  })

  it('writes amounts with their unit, and nothing known as a dash', () => {
    expect(words.formatLitres(1234.56)).toBe('1,234.6\u00a0L')
    expect(words.formatMoney(409.4)).toBe('GH₵\u00a0409.40')
    expect(words.formatMoneyPerKm(null)).toBe('–')
    expect(words.formatKmPerLitre(8.5)).toBe('8.50\u00a0km/L')
    expect(words.formatCount(0)).toBe('0')
  })

  it.each([
    [112, 100, '12\u00a0% more than in the 7 days before'],
    [50, 100, '50\u00a0% less than in the 7 days before'],
    [100.2, 100, 'Same as in the 7 days before'],
    [0, 0, 'Same as in the 7 days before'],
    [3, 0, 'None in the 7 days before'],
    [3, null, 'No data for the 7 days before'],
    [null, 3, 'No data for the 7 days before'],
  ])('sets %s against %s: %s', (now, before, says) => expect(words.describeComparedFigures(now, before, 7)).toBe(says))

  it('says what lasts in hours or in days, as a person would', () => {
    expect(words.formatWaitDuration(31.54)).toBe('31.5\u00a0h')
    expect(words.formatWaitDuration(62.4)).toBe('2.6 days')
    expect(words.formatWaitDuration(null)).toBe('–')
  })

  it('counts every truck in exactly one state', () => {
    const states = words.countTrucksByState([
      { status: 'available' },
      { status: 'available' },
      { status: 'maintenance' },
    ])
    expect(states.map(({ label, value }) => [label, value])).toEqual([
      ['Available', 2],
      ['Scheduled', 0],
      ['On Route', 0],
      ['In Transit to Site', 0],
      ['Maintenance', 1],
    ])
  })
})

it('goes from the first day at the left to the last at the right, zero at the bottom', () =>
  expect(sparklinePathOf([0, 5, 10])).toBe('M0 23L48 12L96 1'))

it('breaks where nobody knows; a single day is a point', () =>
  expect(sparklinePathOf([4, null, 0, 4])).toBe('M0 1h0M64 23L96 1'))

it('lies flat where nothing happened, and is nothing where nothing is known', () => {
  expect(sparklinePathOf([0, 0])).toBe('M0 23L96 23')
  expect(sparklinePathOf([null, null])).toBe('')
})
