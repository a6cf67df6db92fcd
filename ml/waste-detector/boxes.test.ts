/** Tests the decoding of a detector's raw output to boxes, on small made-up outputs. */
import { expect, test } from 'vitest'
import { boxesOf, intersectionOverUnionOf } from './boxes.ts'

const level = (cells: number, sure: Record<number, number>, shift: [number, number, number, number] = [0, 0, 0, 0]) => {
  const scores = new Float32Array(cells * cells * 9).fill(-20)
  const shifts = new Float32Array(scores.length * 4)
  for (const [index, logit] of Object.entries(sure)) {
    scores[Number(index)] = logit
    shifts.set(shift, Number(index) * 4)
  }
  return { cells, scores, shifts }
}

test('an anchor without a shift is three cells around the middle of its cell', () => {
  const [box] = boxesOf([level(8, { [(3 * 8 + 4) * 9]: 0 })])
  expect(box).toEqual({ x0: 3 / 8, y0: 2 / 8, x1: 6 / 8, y1: 5 / 8, confidence: 0.5 })
})

test('shifts move by the size of the anchor and stretch by powers of e', () => {
  const [box] = boxesOf([level(16, { [(7 * 16 + 7) * 9]: 0 }, [1 / 3, -1 / 3, Math.log(2), 0])])
  expect(box?.y0).toBeCloseTo((7.5 + 1 - 3) / 16, 6)
  expect(box?.y1).toBeCloseTo((7.5 + 1 + 3) / 16, 6)
  expect(box?.x0).toBeCloseTo((7.5 - 1 - 1.5) / 16, 6)
})

test('the second shape is wide, the third high', () => {
  const [wide] = boxesOf([level(16, { [(7 * 16 + 7) * 9 + 1]: 0 })])
  const [high] = boxesOf([level(16, { [(7 * 16 + 7) * 9 + 2]: 0 })])
  expect((wide as { x1: number }).x1 - (wide as { x0: number }).x0).toBeCloseTo((3 * Math.SQRT2) / 16, 6)
  expect((high as { y1: number }).y1 - (high as { y0: number }).y0).toBeCloseTo((3 * Math.SQRT2) / 16, 6)
})

test('of boxes that overlap the surest stays; what is unsure is none; surest first', () => {
  const near = { [(7 * 16 + 7) * 9]: 1, [(7 * 16 + 7) * 9 + 3]: 3, [(2 * 16 + 2) * 9]: 2, [(12 * 16 + 12) * 9]: -5 }
  const found = boxesOf([level(16, near)])
  expect(found.map(({ confidence }) => Math.round(confidence * 100))).toEqual([95, 88])
})

test('a kept box lies at the mean of those that nearly agree, by confidence and overlap; the others have no say', () => {
  const place = (7 * 16 + 7) * 9
  const whole = level(16, { [place]: 0, [place + 9]: 0 })
  whole.shifts.set([0, -0.25, 0, 0], (place + 9) * 4) // The anchor one cell to the right, moved 0.75 cells back: 0.25 beside.
  const [box] = boxesOf([whole])
  const share = 2.75 / 3.25
  expect(box?.x0).toBeCloseTo((6 + (0.25 * share) / (1 + share)) / 16, 6)
  expect(box?.y0).toBeCloseTo(6 / 16, 9)
  const apart = level(16, { [place]: 0, [place + 9]: 0 })
  expect(boxesOf([apart])[0]?.x0).toBeCloseTo(6 / 16, 9)
})

test('overlap is what is shared of what is covered', () => {
  expect(intersectionOverUnionOf({ x0: 0, y0: 0, x1: 0.5, y1: 1 }, { x0: 0.25, y0: 0, x1: 0.75, y1: 1 })).toBeCloseTo(
    1 / 3,
    9,
  )
  expect(intersectionOverUnionOf({ x0: 0, y0: 0, x1: 0.4, y1: 1 }, { x0: 0.5, y0: 0, x1: 1, y1: 1 })).toBe(0)
})
