/** Tests the quality measures of boxes and compositions. */
import { expect, test } from 'vitest'
import { mapMaterials } from './composition.ts'
import { averagePrecisionOf, compositionDifferenceOf } from './measures.ts'

const square = (x0: number) => ({ x0, y0: 0, x1: x0 + 0.1, y1: 0.1 })
const found = (x0: number, confidence: number) => ({ ...square(x0), confidence })

test('all found and nothing else is 1, nothing found is 0', () => {
  expect(averagePrecisionOf([{ found: [found(0, 0.9)], truth: [square(0)] }])).toBe(1)
  expect(averagePrecisionOf([{ found: [], truth: [square(0)] }])).toBe(0)
  expect(averagePrecisionOf([{ found: [found(0.5, 0.9)], truth: [square(0)] }])).toBe(0)
})

test('a wrong box costs as much as it is surer than right ones; a second box on the same thing is wrong', () => {
  const truth = [square(0), square(0.5)]
  expect(averagePrecisionOf([{ found: [found(0.8, 0.9), found(0, 0.8), found(0.5, 0.7)], truth }])).toBeCloseTo(
    2 / 3,
    9,
  )
  expect(averagePrecisionOf([{ found: [found(0, 0.9), found(0.01, 0.8), found(0.5, 0.7)], truth }])).toBeCloseTo(
    0.5 + 1 / 3,
    9,
  )
  expect(averagePrecisionOf([{ found: [found(0, 0.9), found(0.5, 0.7), found(0.8, 0.6)], truth }])).toBe(1)
})

test('photos are ranked together', () => {
  const photos = [
    { found: [found(0.5, 0.9)], truth: [] },
    { found: [found(0, 0.5)], truth: [square(0)] },
  ]
  expect(averagePrecisionOf(photos)).toBe(0.5)
})

test('what is misplaced is counted once, in points', () => {
  const glass = mapMaterials((material) => (material === 'glass' ? 1 : 0))
  const mixed = mapMaterials((material) => (material === 'glass' ? 0.6 : material === 'metal' ? 0.4 : 0))
  expect(compositionDifferenceOf(glass, mixed)).toBeCloseTo(40, 9)
  expect(compositionDifferenceOf(mixed, mixed)).toBe(0)
})
