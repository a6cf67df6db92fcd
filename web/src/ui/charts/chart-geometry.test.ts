/** Tests that a text breaks at the width and loses no word. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  estimateTextWidth,
  fitsTwoLines,
  pieLabelsOf,
  pieSlicesOf,
  spreadPositions,
  unbrokenRunsOf,
  wrapText,
} from './chart-geometry.ts'

describe('small text', () => {
  it('is broken between words', () => {
    expect(wrapText('In Transit to Site', 97)).toEqual(['In Transit to', 'Site'])
    expect(wrapText('In Transit to Site', 200)).toEqual(['In Transit to Site'])
    expect(wrapText('Maintenance', 20)).toEqual(['Maintenance'])
  })

  it('fits two lines or not', () => {
    expect(fitsTwoLines('In Transit to Site', 97)).toBe(true)
    expect(fitsTwoLines('In Transit to Site', 60)).toBe(false)
    expect(fitsTwoLines('Maintenance', 60)).toBe(false)
  })

  it('keeps all its words, in lines that are too wide only where a word is', () => {
    const words = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(words, fc.integer({ min: 10, max: 200 }), (all, width) => {
        const lines = wrapText(all.join(' '), width)
        expect(lines.join(' ')).toBe(all.join(' '))
        for (const line of lines) if (line.includes(' ')) expect(estimateTextWidth(line)).toBeLessThanOrEqual(width)
      }),
    )
  })
})

/** Tests that a line breaks at an unknown figure and a missing day. */
const indexes = (...args: Parameters<typeof unbrokenRunsOf<number>>) =>
  unbrokenRunsOf(...args).map((run) => run.map(({ index }) => index))

it('breaks where nobody knows', () => {
  expect(indexes([null, 1, 0, null, 3, undefined, 5])).toEqual([[1, 2], [4], [6]])
  expect(indexes([null, null])).toEqual([])
})

it('breaks where days without records are left out', () => {
  const days = ['2026-01-30', '2026-01-31', '2026-02-01', '2026-02-03', '2026-02-04']
  expect(indexes([1, 2, 3, 4, 5], days)).toEqual([
    [0, 1, 2],
    [3, 4],
  ])
})

it('goes on from week to week', () => {
  const mondays = ['2026-01-05', '2026-01-12', '2026-01-26']
  expect(indexes([1, 2, 3], mondays, 7)).toEqual([[0, 1], [2]])
})

/** Tests that pie slices sum to the whole and labels never overlap. */
const amounts = fc.array(fc.nat(10_000), { maxLength: 6 })

describe('a pie', () => {
  it('is divided by the values', () => {
    const [first, second] = pieSlicesOf([3, 1])
    expect(first).toMatchObject({ index: 0, start: 0, share: 0.75 })
    expect(first!.end).toBeCloseTo(1.5 * Math.PI)
    expect(second!.end).toBeCloseTo(2 * Math.PI)
  })

  it('leaves out what there is nothing of', () => {
    expect(pieSlicesOf([0, 5, 0]).map(({ index }) => index)).toEqual([1])
    expect(pieSlicesOf([0, 0])).toEqual([])
  })

  it('is whole, whatever the values', () => {
    fc.assert(
      fc.property(amounts, (values) => {
        const slices = pieSlicesOf(values)
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
    const labels = pieLabelsOf(pieSlicesOf([1, 1]), 100, 40, 260)
    expect(labels.map(({ index, side }) => [index, side])).toEqual([
      [0, 'right'],
      [1, 'left'],
    ])
    for (const { y } of labels) expect(y).toBeCloseTo(0)
  })

  it('keep their distance within the drawing, whatever the values', () => {
    fc.assert(
      fc.property(amounts, (values) => {
        const labels = pieLabelsOf(pieSlicesOf(values), 100, 40, 260)
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
    expect(spreadPositions([-60, 0, 60], 40, 130)).toEqual([-60, 0, 60])
    expect(spreadPositions([100, 101], 40, 130)).toEqual([70, 110])
  })
})
