/** Tests the composition of a photo from its boxes. */
import { expect, test } from 'vitest'
import { areaSharesOf, mapMaterials, selectCountedBoxes, softmaxSharesOf } from './composition.ts'

const only = (material: string) => mapMaterials((other) => (other === material ? 1 : 0))
const box = (confidence: number, width: number, material: string) => ({
  x0: 0,
  y0: 0,
  x1: width,
  y1: 1,
  confidence,
  shares: only(material),
})

test('a box counts by how sure and how large it is', () => {
  const boxes = [box(0.8, 0.4, 'glass'), box(0.4, 0.4, 'metal')]
  expect(areaSharesOf(boxes, { sure: 1, large: 1, clear: 1 })?.glass).toBeCloseTo(2 / 3, 9)
  expect(areaSharesOf(boxes, { sure: 2, large: 1, clear: 1 })?.glass).toBeCloseTo(0.8, 9)
  expect(areaSharesOf([box(1, 0.6, 'paper'), box(1, 0.2, 'metal')], { sure: 1, large: 0 })?.paper).toBe(0.5)
})

test('what changes no percent is not looked through, however many there are; the only one is', () => {
  const composing = { sure: 3, large: 0.25 }
  const [sure, unsure, doubtful] = [box(0.8, 0.4, 'glass'), box(0.3, 0.4, 'metal'), box(0.06, 0.4, 'paper')]
  expect(selectCountedBoxes([sure, unsure, doubtful], composing)).toEqual([sure, unsure])
  expect(selectCountedBoxes([doubtful], composing)).toEqual([doubtful])
  expect(selectCountedBoxes([], composing)).toEqual([])
})

test('the clearer, the more a box is of its likeliest material', () => {
  const mixed = {
    ...box(1, 1, 'glass'),
    shares: mapMaterials((m) => (m === 'glass' ? 0.75 : m === 'metal' ? 0.25 : 0)),
  }
  const glass = (clear: number) => areaSharesOf([mixed], { sure: 1, large: 1, clear })?.glass
  expect(glass(1)).toBeCloseTo(0.75, 9)
  expect(glass(2)).toBeCloseTo(0.9, 9)
})

test('nothing found is unknown, not other waste', () => {
  expect(areaSharesOf([], { sure: 1, large: 1, clear: 1 })).toBeUndefined()
})

test('a softmax over the materials that are known; the others have no share', () => {
  const shares = softmaxSharesOf([1000, 1000], ['glass', 'metal'])
  expect(shares).toEqual(mapMaterials((material) => (material === 'glass' || material === 'metal' ? 0.5 : 0)))
})
