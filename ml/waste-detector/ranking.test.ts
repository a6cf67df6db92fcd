/** Tests which confidences the rescored boxes get, and how they are sorted. */
import { expect, test } from 'vitest'
import type { DetectedBox } from './boxes.ts'
import { rescoreBoxes as rankedWith } from './ranking.ts'

const box = (confidence: number, x0: number, x1: number) => ({ x0, y0: 0.2, x1, y1: 0.8, confidence })
const unseen = (boxes: readonly DetectedBox[]) => boxes.map(() => 0)
const ranked = (boxes: readonly DetectedBox[], views: number[]) => rankedWith(boxes, views, unseen)
const line = (views: Record<number, number>, last = 0) => [
  ...Array.from({ length: 12 }, (_, place) => views[place] ?? 0),
  last,
]

test('with the first view alone confidences stay as they are', () => {
  const boxes = [box(0.9, 0, 0.3), box(0.4, 0.5, 0.9)]
  ranked(boxes, line({ 0: 1 })).forEach(({ confidence }, index) => {
    expect(confidence).toBeCloseTo(boxes[index]?.confidence as number, 9)
  })
})

test('a box inside a surer box sinks, one beside it does not', () => {
  const boxes = [box(0.9, 0, 0.5), box(0.8, 0.1, 0.3), box(0.7, 0.6, 0.9)]
  const [first, second, third] = ranked(boxes, line({ 0: 1, 9: -5 }))
  expect(first?.x1).toBe(0.5)
  expect(second?.x0).toBe(0.6)
  expect(third?.confidence).toBeLessThan(0.1)
})

test('what touches the edge of the photo is counted edge by edge, and the order is by the new confidence', () => {
  const [first, second] = ranked([box(0.5, 0, 0.3), box(0.5, 0.4, 0.6)], line({ 5: -1 }))
  expect(first?.confidence).toBe(0.5)
  expect(second?.confidence).toBeCloseTo(1 / (1 + Math.E), 9)
})

test('only the fifteen surest are considered', () => {
  expect(
    ranked(
      Array.from({ length: 30 }, () => box(0.5, 0, 0.3)),
      line({}),
    ),
  ).toHaveLength(15)
})

test('what is seen in and around a box is added to it, and no box is asked about in vain', () => {
  const boxes = [box(0.9, 0, 0.3), box(0.4, 0.5, 0.9)]
  const [first, second] = rankedWith(boxes, line({ 0: 1 }), (kept) => kept.map(({ x0 }) => (x0 === 0 ? -9 : 1)))
  expect([first?.x0, second?.x0]).toEqual([0.5, 0])
  expect(first?.confidence).toBeCloseTo(1 / (1 + (0.6 / 0.4) * Math.exp(-1)), 9)
  expect(
    rankedWith([], line({}), () => {
      throw new Error('asked')
    }),
  ).toEqual([])
})
