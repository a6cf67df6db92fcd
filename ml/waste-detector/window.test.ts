/** Tests cutting windows from photos, and averaging of features in boxes. */
import { expect, test } from 'vitest'
import { poolBoxFeatures } from './graph.ts'
import { cropToSquare, cropWindowOfBox, cropWindowOfWholePhoto } from './window.ts'

const photo = (width: number, height: number, colour: (x: number, y: number) => number) => ({
  width,
  height,
  rgb: Uint8Array.from({ length: width * height * 3 }, (_, index) => {
    const pixel = Math.floor(index / 3)
    return colour(pixel % width, Math.floor(pixel / width)) + (index % 3)
  }),
})

test('a window of its own size is the photo itself', () => {
  const square = photo(5, 5, (x, y) => 10 * x + 3 * y)
  expect(Array.from(cropToSquare(square, cropWindowOfWholePhoto(square), 5))).toEqual(Array.from(square.rgb))
})

test('reducing averages, enlarging goes evenly from pixel to pixel, and both keep the colours apart', () => {
  const reduced = cropToSquare(
    photo(8, 8, (x) => (x < 4 ? 0 : 100)),
    { x0: 0, y0: 0, x1: 8, y1: 8 },
    2,
  )
  expect(Array.from(reduced.subarray(0, 3)).map(Math.round)).toEqual([13, 14, 15])
  const enlarged = cropToSquare(
    photo(2, 2, (x) => 100 * x),
    { x0: 0, y0: 0, x1: 2, y1: 2 },
    4,
  )
  expect(Array.from({ length: 4 }, (_, x) => enlarged[x * 3])).toEqual([0, 25, 75, 100])
})

test('beyond the edge the edge goes on', () => {
  const flat = photo(4, 2, (x) => 50 * x)
  const beyond = cropToSquare(flat, { x0: -4, y0: -3, x1: 0, y1: 1 }, 4)
  expect(Array.from({ length: 4 }, (_, x) => beyond[x * 3])).toEqual([0, 0, 0, 0])
})

test('a window around a box is square in pixels', () => {
  expect(
    cropWindowOfBox(
      { x0: 0.25, y0: 0.5, x1: 0.75, y1: 0.625 },
      { ...photo(1, 1, () => 0), width: 100, height: 200 },
      2,
    ),
  ).toEqual({
    x0: 0,
    y0: 62.5,
    x1: 100,
    y1: 162.5,
  })
})

test('a box is pooled from the cells that it covers, by how much of each', () => {
  const plane = { cells: 2, channels: 1, values: Float32Array.of(1, 2, 3, 4) }
  expect(poolBoxFeatures(plane, { x0: 0, y0: 0, x1: 1, y1: 1 })).toEqual([2.5])
  expect(poolBoxFeatures(plane, { x0: 0, y0: 0, x1: 0.75, y1: 0.5 })[0]).toBeCloseTo(4 / 3, 6)
  expect(poolBoxFeatures(plane, { x0: 0.9, y0: 0.9, x1: 0.95, y1: 0.95 })).toEqual([4])
})
