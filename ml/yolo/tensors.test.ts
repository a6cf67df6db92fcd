/**
 * Tests the scaling of photos, and the decoding of YOLO outputs, before version 8 and since.
 * The boxes are rows or columns of the output, in fractions or px.
 */
import { expect, test } from 'vitest'
import { decodeBoxes, letterboxPhoto, type OutputLayout, outputLayoutOf, toPhotoRectangle } from './tensors.ts'

test('a head is known by its shape', () => {
  expect(outputLayoutOf([1, 6, 8400], 2)).toEqual({ rows: 8400, columns: 6, byRow: false, withObject: false })
  expect(outputLayoutOf([1, 8400, 6], 2)).toEqual({ rows: 8400, columns: 6, byRow: true, withObject: false })
  expect(outputLayoutOf([1, 25200, 7], 2)).toEqual({ rows: 25200, columns: 7, byRow: true, withObject: true })
  for (const shape of [
    [1, 80, 80, 6],
    [2, 6, 8400],
    [1, 9, 8400],
  ])
    expect(outputLayoutOf(shape, 2)).toBeUndefined()
})

/** Output rows of a detection model: x, y, width, height, and the scores of two classes. */
const rows = [
  [0.5, 0.5, 0.2, 0.2, 0.9, 0.1],
  [0.51, 0.5, 0.2, 0.2, 0.7, 0.1],
  [0.51, 0.5, 0.2, 0.2, 0.1, 0.6],
  [0.1, 0.1, 0.1, 0.1, 0.2, 0.1],
]
const flat = (of: number[][]) => Float32Array.from(of.flat())
const byRow: OutputLayout = { rows: 4, columns: 6, byRow: true, withObject: false }
const kinds = (values: Float32Array, head: OutputLayout, size = 64) =>
  decodeBoxes(values, head, size, 0.25).map(({ kind, confidence }) => [kind, Number(confidence.toFixed(3))])

test('of boxes of a class that overlap the surest is kept, and unsure ones are not', () => {
  expect(kinds(flat(rows), byRow)).toEqual([
    [0, 0.9],
    [1, 0.6],
  ])
  const columns = rows[0]?.map((_, column) => rows.map((row) => row[column] as number)) ?? []
  expect(kinds(flat(columns), { ...byRow, byRow: false })).toEqual([
    [0, 0.9],
    [1, 0.6],
  ])
})

test('a score for there being something counts with those of classes', () => {
  const objects = rows.map(([x, y, w, h, ...scores]) => [x, y, w, h, 0.5, ...scores] as number[])
  expect(kinds(flat(objects), { rows: 4, columns: 7, byRow: true, withObject: true })).toEqual([
    [0, 0.45],
    [1, 0.3],
  ])
})

test('what is told in px is the same', () => {
  const inPx = rows.map(([x = 0, y = 0, w = 0, h = 0, ...scores]) => [x * 640, y * 640, w * 640, h * 640, ...scores])
  const [box] = decodeBoxes(flat(inPx), byRow, 640, 0.25)
  expect(box?.x0).toBeCloseTo(0.4, 5)
  expect(box?.y1).toBeCloseTo(0.6, 5)
})

test('a photo lies in the middle of its square, and a box of the square where it lies in the photo', () => {
  const rgb = new Uint8Array(4 * 2 * 3).fill(255)
  const { values, inside } = letterboxPhoto({ rgb, width: 4, height: 2 }, 8)
  expect(inside).toEqual({ x0: 0, y0: 0.25, x1: 1, y1: 0.75 })
  expect([values[0], values[2 * 8 * 3]]).toEqual([Math.fround(114 / 255), 1])
  expect(toPhotoRectangle({ x0: 0, y0: 0, x1: 0.5, y1: 0.5 }, inside)).toEqual({ x0: 0, y0: 0, x1: 0.5, y1: 0.5 })
})

test.each([
  ['no number', [Number.NaN, 0.5, 0.2, 0.2, 0.9, 0.1]],
  ['no end', [0.5, 0.5, Number.POSITIVE_INFINITY, 0.2, 0.9, 0.1]],
  ['a confidence without end', [0.5, 0.5, 0.2, 0.2, Number.POSITIVE_INFINITY, 0.1]],
  ['a width below zero', [0.5, 0.5, -0.2, 0.2, 0.9, 0.1]],
  ['no height', [0.5, 0.5, 0.2, 0, 0.9, 0.1]],
])('a box with %s is none', (_, row) => {
  expect(kinds(flat([row, ...rows.slice(1)]), byRow)).toEqual([
    [0, 0.7],
    [1, 0.6],
  ])
})

test('a model is never surer than sure', () => {
  expect(kinds(flat([[0.5, 0.5, 0.2, 0.2, 7, 0.1], ...rows.slice(2)]), byRow)).toEqual([
    [0, 1],
    [1, 0.6],
  ])
})
