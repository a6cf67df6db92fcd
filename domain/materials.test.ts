/**
 * Tests sums of waste loads by material.
 * Loads of unknown composition count as unknown.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { MATERIALS } from './city.ts'
import { ALL_MATERIALS_IMPACT_SCOPE, carMilesOfCo2, recyclingImpactOf, waterPersonDaysOf } from './impact.ts'
import {
  addIntake,
  combinedCompositionOf,
  estimateErrorRangeOf,
  intakeOf,
  mapMaterials,
  recyclablePercentOf,
} from './materials.ts'
import { percentagesOf } from './percent-rounding.ts'

const composition = fc
  .record(Object.fromEntries(MATERIALS.map((material) => [material, fc.nat(1_000)])))
  .map((amounts) => percentagesOf(amounts as ReturnType<typeof percentagesOf>))
const load = fc.record(
  { weight: fc.integer({ min: 1, max: 25_000 }), estimated: fc.boolean(), composition },
  { requiredKeys: ['estimated'] },
)

describe('what came in', () => {
  it('separates measured from estimated, and known from unknown', () =>
    fc.assert(
      fc.property(fc.array(load), (loads) => {
        const { kg, measuredKg, estimatedKg, materials, unknownKg } = intakeOf(loads)
        const known = MATERIALS.reduce((sum, material) => sum + materials[material], 0)
        expect(measuredKg + estimatedKg).toBeCloseTo(kg, 4)
        expect(known + unknownKg).toBeCloseTo(kg, 4)
      }),
    ))
  it('is the same to the last digit for any order and grouping of loads', () => {
    const hundredths = fc.integer({ min: 1, max: 2_500_000 }).map((parts) => parts / 100)
    const weighed = fc.array(fc.record({ weight: hundredths, estimated: fc.boolean(), composition }), { maxLength: 40 })
    fc.assert(
      fc.property(weighed, fc.nat(40), (loads, at) => {
        const inOrder = intakeOf(loads)
        expect(intakeOf(loads.toReversed())).toEqual(inOrder)
        const [first, second] = [intakeOf(loads.slice(0, at)), intakeOf(loads.slice(at))]
        addIntake(second, first)
        expect(second).toEqual(inOrder)
      }),
    )
  })
  it('does not know the content of an uninspected load', () =>
    expect(intakeOf([{ weight: 600, estimated: true, composition: {} }])).toMatchObject({
      loads: 1,
      unknownKg: 600,
      materials: mapMaterials(() => 0),
    }))
})

describe('what lies at several sites', () => {
  it('is weighted by tonnes and sums to 100; an empty site and an unknown one count for nothing', () => {
    const north = { currentCapacity: 300, composition: { plastic: 100 } }
    const south = { currentCapacity: 100, composition: { plastic: 20, paper: 80 } }
    const empty = { currentCapacity: 0, composition: { metal: 100 } }
    const unknown = { currentCapacity: 900, composition: {} }
    const all = combinedCompositionOf([north, south, empty, unknown])
    expect(all).toMatchObject({ plastic: 80, paper: 20, metal: 0 })
    expect(all && recyclablePercentOf(all)).toBe(100)
  })
  it('is empty if unknown', () =>
    expect(combinedCompositionOf([{ currentCapacity: 5, composition: {} }])).toBeUndefined())
  it('counts neither organic nor other waste as recyclable', () =>
    expect(recyclablePercentOf({ plastic: 10, textile: 5, organic: 80, other: 5 })).toBe(15))
})

describe('how far estimates are off', () => {
  /** Returns loads whose measured weights are 1, 2, 3 … percent of their estimated weights. */
  const weighed = (count: number) => Array.from({ length: count }, (_, n) => ({ weight: n + 1, estimatedWeight: 100 }))

  it('is assumed until twenty loads were weighed that had been estimated', () => {
    const measuredAtOnce = [{ weight: 900 }, { weight: 900, estimatedWeight: 0 }, { estimatedWeight: 900 }]
    const rule = { low: 0.7, high: 1.3, weighed_loads: 19, from: 'rule' }
    expect(estimateErrorRangeOf([...weighed(19), ...measuredAtOnce])).toEqual(rule)
    expect(estimateErrorRangeOf(weighed(20))).toMatchObject({ weighed_loads: 20, from: 'weighings' })
  })
  it('is the range of eight of ten loads, in any order', () => {
    const range = { low: 0.11, high: 0.91, weighed_loads: 101, from: 'weighings' }
    expect(estimateErrorRangeOf(weighed(101))).toEqual(range)
    expect(estimateErrorRangeOf(weighed(101).reverse())).toEqual(range)
  })
})

describe('impact', () => {
  it('counts paper, plastic, metal and glass by their factors per kg', () => {
    const impact = recyclingImpactOf({ paper: 1_000, plastic: 500, metal: 100, glass: 200, organic: 9_999 })
    expect(impact.co2Tonnes).toBeCloseTo(3.3 + 1 + 0.6 + 0.1, 9)
    expect(impact.waterLitres).toBe(60_000 + 20_000 + 9_500 + 4_000)
    expect(impact.trees).toBe(24)
    expect(impact.kWh).toBeCloseTo(2_500, 6)
    expect([carMilesOfCo2(impact.co2Tonnes), waterPersonDaysOf(impact.waterLitres)]).toEqual([10_870, 623])
  })
  it('counts all seven where it is asked to', () =>
    expect(recyclingImpactOf({ organic: 1_000, other: 1_000 }, ALL_MATERIALS_IMPACT_SCOPE).co2Tonnes).toBeCloseTo(
      1.3,
      9,
    ))
  it('counts trees by 0.024 for a kg of paper and 0.002 for one of anything else, or of paper alone', () => {
    const kg = mapMaterials(() => 1_000)
    expect(recyclingImpactOf(kg, ALL_MATERIALS_IMPACT_SCOPE).trees).toBeCloseTo(24 + 6 * 2, 9)
    expect(recyclingImpactOf(kg).trees).toBe(24)
  })
})
