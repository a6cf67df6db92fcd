/** Loads of today, the texts of their sources, and unknown parts without savings. */
import { describe, expect, it } from 'vitest'
import type { Delivery } from '#contract/views.ts'
import { intakeSourceText, kgAt, notAnalysedText, todayOf } from './today.ts'

const NOW = Date.parse('2026-01-05T09:00:00.000Z')
const load = (change: Partial<Delivery>) =>
  ({ facilityId: 'WS001', estimated: false, arrivedAt: '2026-01-05T08:00:00.000Z', ...change }) as Delivery
const known = load({ weight: 1_000, composition: { paper: 50, metal: 25, organic: 25 } })
const unknown = load({ weight: 1_200, estimated: true, facilityId: 'WS002' })
const words = (...loads: Delivery[]) => intakeSourceText(todayOf(loads, 'Africa/Accra', NOW))

describe('today', () => {
  it('is the day of the city, not of the reader', () => {
    const late = load({ weight: 500, arrivedAt: '2026-01-04T23:30:00.000Z' })
    const onItsWay = load({ weight: 700, arrivedAt: undefined })
    const { kg } = todayOf([known, late, onItsWay], 'Africa/Accra', NOW).intake
    expect(kg).toBe(1_000)
    expect(todayOf([known, late], 'Africa/Lagos', NOW).intake.kg).toBe(1_500)
  })

  it('saves by the four counted materials of what is known only', () => {
    const { intake, impact } = todayOf([known, unknown], 'Africa/Accra', NOW)
    expect(intake.kg).toBe(2_200)
    // 500 kg of paper and 250 kg of metal count.
    // 250 kg of organic waste and 1,200 kg without an analysis do not.
    expect(impact.co2Tonnes).toBeCloseTo((500 * 3.3 + 250 * 6) / 1_000)
    expect(impact.kWh).toBeCloseTo(impact.co2Tonnes * 500)
    expect(impact.waterLitres).toBe(500 * 60 + 250 * 95)
    expect(impact.trees).toBeCloseTo(12)
    expect(notAnalysedText(intake)).toBe('1,200\u00a0kg not analysed yet, not counted')
    expect(notAnalysedText(todayOf([known], 'Africa/Accra', NOW).intake)).toBeUndefined()
  })

  it('is told of each site', () => {
    const today = todayOf([known, unknown], 'Africa/Accra', NOW)
    expect([kgAt(today, 'WS001').kg, kgAt(today, 'WS002').kg, kgAt(today, 'WS009').kg]).toEqual([1_000, 1_200, 0])
  })

  it('says how its weight is known', () => {
    expect(words()).toBe('No load has arrived today yet.')
    expect(words(known)).toBe('1 load arrived; all measured.')
    expect(words(known, unknown)).toBe(
      '2 loads arrived; of it 1,200\u00a0kg estimated: 450\u00a0kg a load and 75\u00a0kg a report.',
    )
    expect(words(known, load({}))).toBe('2 loads arrived; 1 load of unknown weight not counted.')
  })
})
