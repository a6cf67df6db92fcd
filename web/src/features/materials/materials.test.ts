/**
 * Tests today's loads, the texts that name the origin of their weights, and the savings.
 * Savings are CO₂, energy and water; unknown materials must not count as savings.
 */
import { describe, expect, it } from 'vitest'
import type { Delivery } from '#contract/views.ts'
import {
  addMonths,
  describeDisputedLoads,
  describeEstimateBasis,
  describeIntakeSource,
  describeUnanalysedWeight,
  formatEstimate,
  formatKgAsTonnes,
  formatMonthName,
  formatRange,
  intakeOfSite,
  listMonthsUpTo,
  monthPeriodOf,
  parseMonth,
  todaysIntakeOf,
} from './materials.tsx'

const NOW = Date.parse('2026-01-05T09:00:00.000Z')
const load = (change: Partial<Delivery>) =>
  ({ facilityId: 'WS001', estimated: false, arrivedAt: '2026-01-05T08:00:00.000Z', ...change }) as Delivery
const known = load({ weight: 1_000, composition: { paper: 50, metal: 25, organic: 25 } })
const unknown = load({ weight: 1_200, estimated: true, facilityId: 'WS002' })
const words = (...loads: Delivery[]) => describeIntakeSource(todaysIntakeOf(loads, 'Africa/Accra', NOW))

describe('today', () => {
  it('is the day of the city, not of the reader', () => {
    const late = load({ weight: 500, arrivedAt: '2026-01-04T23:30:00.000Z' })
    const onItsWay = load({ weight: 700, arrivedAt: undefined })
    const { kg } = todaysIntakeOf([known, late, onItsWay], 'Africa/Accra', NOW).intake
    expect(kg).toBe(1_000)
    expect(todaysIntakeOf([known, late], 'Africa/Lagos', NOW).intake.kg).toBe(1_500)
  })

  it('saves by the four counted materials of what is known only', () => {
    const { intake, impact } = todaysIntakeOf([known, unknown], 'Africa/Accra', NOW)
    expect(intake.kg).toBe(2_200)
    // Only 500 kg of paper and 250 kg of metal count.
    // Organic waste (250 kg) and 1,200 kg without analysis do not.
    expect(impact.co2Tonnes).toBeCloseTo((500 * 3.3 + 250 * 6) / 1_000)
    expect(impact.kWh).toBeCloseTo(impact.co2Tonnes * 500)
    expect(impact.waterLitres).toBe(500 * 60 + 250 * 95)
    expect(impact.trees).toBeCloseTo(12)
    expect(describeUnanalysedWeight(intake)).toBe('Not counted: 1,200\u00a0kg that was not analysed.')
    expect(describeUnanalysedWeight(todaysIntakeOf([known], 'Africa/Accra', NOW).intake)).toBeUndefined()
  })

  it('is told of each site', () => {
    const today = todaysIntakeOf([known, unknown], 'Africa/Accra', NOW)
    expect([intakeOfSite(today, 'WS001').kg, intakeOfSite(today, 'WS002').kg, intakeOfSite(today, 'WS009').kg]).toEqual(
      [1_000, 1_200, 0],
    )
  })

  it('says that earlier loads may be missing in a full list', () => {
    const loads = Array.from({ length: 4_000 }, () => known)
    expect(words(...loads)).toBe('4,000 loads arrived. Earlier loads of the day may be missing.')
    expect(words(...loads.slice(1))).toBe('3,999 loads arrived. All measured.')
  })

  it('says how its weight is known', () => {
    expect(words()).toBe('No loads have arrived today.')
    expect(words(known)).toBe('1 load arrived. All measured.')
    expect(words(known, unknown)).toBe(
      '2 loads arrived. 1,200\u00a0kg estimated at 450\u00a0kg per load and 75\u00a0kg per report.',
    )
    expect(words(known, load({}))).toBe('2 loads arrived. Not counted: 1 load of unknown weight.')
  })
})

/**
 * Tests the first and last days of months.
 * Statements exclude future days.
 */
it('goes from month to month over the year’s end', () => {
  expect([addMonths('2026-01', -1), addMonths('2025-12', 1), addMonths('2026-01', -13)]).toEqual([
    '2025-12',
    '2026-01',
    '2024-12',
  ])
  expect(formatMonthName('2026-09')).toBe('September 2026')
  expect(listMonthsUpTo('2026-01-05').slice(0, 3)).toEqual(['2026-01', '2025-12', '2025-11'])
})

it('knows the days of a month, of this one up to today', () => {
  expect(monthPeriodOf('2024-02', '2026-01-05')).toEqual({ from: '2024-02-01', to: '2024-02-29' })
  expect(monthPeriodOf('2026-01', '2026-01-05')).toEqual({ from: '2026-01-01', to: '2026-01-05' })
})

it('takes this month where an address asks for one that there can be no statement of', () => {
  const asked = ['2025-12', null, '2026-02', '2026-13', 'x', '2001-01'].map((month) => parseMonth(month, '2026-01-05'))
  expect(asked).toEqual(['2025-12', ...Array(5).fill('2026-01')])
})

/** Tests that a statement explains its ranges and lists open disputes. */
const basis = (from: 'weighings' | 'rule', weighed_loads: number, estimated_kg = 900) =>
  describeEstimateBasis({ estimated_kg, estimate: { low: 0.7, high: 1.3, weighed_loads, from } })

it('writes tonnes to the hundredth and savings to three digits', () => {
  expect([formatKgAsTonnes(2_400), formatKgAsTonnes(0), formatKgAsTonnes(1_234_567)]).toEqual([
    '2.40\u00a0t',
    '0.00\u00a0t',
    '1,234.57\u00a0t',
  ])
  expect([formatEstimate(0.012_34), formatEstimate(16_649)]).toEqual(['0.0123', '16,600'])
})

it('gives a range only where there is one', () => {
  expect(formatRange({ low: 0.84, high: 1.56 }, 't')).toBe('between 0.84 and 1.56\u00a0t')
  expect(formatRange({ low: 2, high: 2 }, 't')).toBeUndefined()
})

it('says whether a range comes from weighings or from the rule', () => {
  expect(basis('rule', 0)).toContain(
    '450\u00a0kg per load and 75\u00a0kg per report) may weigh between 70\u00a0% and 130\u00a0%',
  )
  expect(basis('rule', 0)).toContain(
    'too few loads were both estimated and weighed in the 180 days before the period’s end: 0 loads.',
  )
  expect(basis('rule', 7)).toContain(
    'too few loads were both estimated and weighed in the 180 days before the period’s end: 7 loads.',
  )
  expect(basis('weighings', 25)).toContain('come from 25 loads')
  expect(basis('rule', 0, 0)).toBe('All weights were measured, so the figures have no range.')
})

it('counts what is disputed', () => {
  expect(describeDisputedLoads(0)).toBe('No load in this period is disputed.')
  expect(describeDisputedLoads(1)).toContain('The composition of 1 load is disputed')
})
