/** Tests estimated weights and shares of litter. */
import { expect, test } from 'vitest'
import { MATERIALS } from './city.ts'
import { arealDensityOf, compositionOfBoxes, estimateWeight, toWeightShares, toWholePercents } from './litter-weight.ts'
import { mapMaterials } from './materials.ts'

const only = (material: string) => mapMaterials((other) => (other === material ? 1 : 0))
const half = { x0: 0, y0: 0, x1: 1, y1: 0.5 }

test('a lone bottle, can or cup weighs about what such things weigh', () => {
  expect(arealDensityOf('plastic') * 0.013).toBeCloseTo(0.02, 2)
  expect(arealDensityOf('metal') * 0.008).toBeCloseTo(0.02, 2)
  expect(arealDensityOf('glass') * 0.016).toBeGreaterThan(0.2)
  expect(arealDensityOf('glass') * 0.016).toBeLessThan(0.4)
})

test('shares by weight sum to 1, and glass counts for more than plastic of the same area', () => {
  const shares = toWeightShares(mapMaterials((material) => (material === 'glass' || material === 'plastic' ? 0.5 : 0)))
  expect(MATERIALS.reduce((sum, material) => sum + shares[material], 0)).toBeCloseTo(1, 12)
  expect(shares.glass / shares.plastic).toBeCloseTo(12.5, 6)
  expect(toWeightShares(only('organic')).organic).toBe(1)
})

test('the weight lies within its interval, and a known area narrows it', () => {
  for (const material of MATERIALS) {
    const unknown = estimateWeight([{ ...half, shares: only(material) }])
    const known = estimateWeight([{ ...half, shares: only(material) }], 2)
    expect(unknown.low).toBeLessThan(unknown.kg)
    expect(unknown.kg).toBeLessThan(unknown.high)
    expect(known.kg).toBeCloseTo(arealDensityOf(material), 9)
    expect(known.high / known.low).toBeLessThan(unknown.high / unknown.low)
  }
})

test('twice the litter weighs twice as much, and no litter nothing', () => {
  const box = { ...half, shares: only('paper') }
  expect(estimateWeight([box, box]).kg).toBeCloseTo(2 * estimateWeight([box]).kg, 9)
  expect(estimateWeight([]).kg).toBe(0)
})

test('whole percent sum to 100, what rounding leaves goes to the largest', () => {
  const thirds = toWholePercents(
    mapMaterials((material) => (['glass', 'metal', 'paper'].includes(material) ? 1 / 3 : 0)),
  )
  expect(Object.values(thirds).sort()).toEqual([0, 0, 0, 0, 33, 33, 34])
  const eighths = toWholePercents(mapMaterials((material) => (material === 'other' ? 0.25 : 0.125)))
  expect(MATERIALS.reduce((sum, material) => sum + eighths[material], 0)).toBe(100)
  expect(eighths.other).toBe(22)
})

test('boxes that a person has looked through count by area and by weight, and no boxes are unknown', () => {
  const { composition, weight } = compositionOfBoxes([
    { ...half, material: 'plastic' },
    { ...half, material: 'glass' },
  ])
  expect(composition).toEqual(mapMaterials((material) => ({ glass: 93, plastic: 7 })[material as string] ?? 0))
  expect(weight?.kg).toBeGreaterThan(weight?.low ?? Infinity)
  expect(compositionOfBoxes([])).toEqual({})
})

test('what boxes weigh is told in whole grams', () => {
  const { weight } = compositionOfBoxes([{ x0: 0.123, y0: 0, x1: 0.7, y1: 0.777, material: 'glass' }])
  const finer = Object.values(weight ?? {}).filter((kg) => kg !== Math.round(kg * 1_000) / 1_000)
  expect({ finer, some: weight && weight.kg > 0 }).toEqual({ finer: [], some: true })
})
