/** Slices sum to the whole, and labels never overlap. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { labelsOf, slicesOf, spread } from './pie-geometry.ts'

const amounts = fc.array(fc.nat(10_000), { maxLength: 6 })

describe('a pie', () => {
  it('is divided by the values', () => {
    const [first, second] = slicesOf([3, 1])
    expect(first).toMatchObject({ index: 0, start: 0, share: 0.75 })
    expect(first!.end).toBeCloseTo(1.5 * Math.PI)
    expect(second!.end).toBeCloseTo(2 * Math.PI)
  })

  it('leaves out what there is nothing of', () => {
    expect(slicesOf([0, 5, 0]).map(({ index }) => index)).toEqual([1])
    expect(slicesOf([0, 0])).toEqual([])
  })

  it('is whole, whatever the values', () => {
    fc.assert(
      fc.property(amounts, (values) => {
        const slices = slicesOf(values)
        expect(slices).toHaveLength(values.filter((value) => value > 0).length)
        slices.forEach(({ start }, n) => {
          expect(start).toBeCloseTo(n === 0 ? 0 : slices[n - 1]!.end)
        })
        if (slices.length > 0) expect(slices.at(-1)!.end).toBeCloseTo(2 * Math.PI)
      }),
    )
  })
})

describe('the labels of a pie', () => {
  it('stand beside their slice', () => {
    const labels = labelsOf(slicesOf([1, 1]), 100, 40, 260)
    expect(labels.map(({ index, side }) => [index, side])).toEqual([
      [0, 'right'],
      [1, 'left'],
    ])
    for (const { y } of labels) expect(y).toBeCloseTo(0)
  })

  it('keep their distance within the drawing, whatever the values', () => {
    fc.assert(
      fc.property(amounts, (values) => {
        const labels = labelsOf(slicesOf(values), 100, 40, 260)
        for (const side of ['left', 'right']) {
          const heights = labels.filter((label) => label.side === side).map(({ y }) => y)
          heights.forEach((y, n) => {
            expect(Math.abs(y)).toBeLessThanOrEqual(110 + 1e-9)
            if (n > 0) expect(y - heights[n - 1]!).toBeGreaterThanOrEqual(40 - 1e-9)
          })
        }
      }),
    )
  })

  it('stay where they are when there is room', () => {
    expect(spread([-60, 0, 60], 40, 130)).toEqual([-60, 0, 60])
    expect(spread([100, 101], 40, 130)).toEqual([70, 110])
  })
})
