/** Tests that edited boxes stay inside the photo at a minimum size. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mapMaterials } from '#domain/materials.ts'
import {
  areSameBoxes,
  CORNERS,
  createBoxBetween,
  createCentredBox,
  findingsOfBoxes,
  MIN_BOX_SIDE_SHARE,
  moveBox,
  nextBoxIdOf,
  type PhotoBox,
  resizeBox,
} from './boxes.ts'

const box: PhotoBox = { id: 'a', material: 'plastic', x0: 0.2, y0: 0.3, x1: 0.5, y1: 0.6 }
const anywhere = fc.record({
  x: fc.double({ min: -3, max: 3, noNaN: true }),
  y: fc.double({ min: -3, max: 3, noNaN: true }),
})

function expectSound({ x0, y0, x1, y1 }: PhotoBox) {
  expect(Math.min(x0, y0)).toBeGreaterThanOrEqual(0)
  expect(Math.max(x1, y1)).toBeLessThanOrEqual(1)
  expect(x1 - x0).toBeGreaterThanOrEqual(MIN_BOX_SIDE_SHARE - 1e-4)
  expect(y1 - y0).toBeGreaterThanOrEqual(MIN_BOX_SIDE_SHARE - 1e-4)
}

it('moves as far as the photo goes, and is as large as before', () => {
  expect(moveBox(box, { x: 0.1, y: -0.1 })).toMatchObject({ x0: 0.3, y0: 0.2, x1: 0.6, y1: 0.5 })
  expect(moveBox(box, { x: 2, y: -2 })).toMatchObject({ x0: 0.7, y0: 0, x1: 1, y1: 0.3 })
})

describe('resized', () => {
  it.each([
    ['nw', { x0: 0.1, y0: 0.2, x1: 0.5, y1: 0.6 }],
    ['ne', { x0: 0.2, y0: 0.2, x1: 0.4, y1: 0.6 }],
    ['sw', { x0: 0.1, y0: 0.3, x1: 0.5, y1: 0.5 }],
    ['se', { x0: 0.2, y0: 0.3, x1: 0.4, y1: 0.5 }],
  ] as const)('by its corner %s', (corner, after) =>
    expect(resizeBox(box, corner, { x: -0.1, y: -0.1 })).toMatchObject(after),
  )

  it('never turns over and never leaves the photo, whatever the hand does', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CORNERS), fc.array(anywhere, { maxLength: 6 }), (corner, ways) =>
        expectSound(ways.reduce((now, by) => moveBox(resizeBox(now, corner, by), by), box)),
      ),
    )
  })
})

it('is drawn in any direction, and not by a mere click', () => {
  const [from, to] = [
    { x: 0.6, y: 0.7 },
    { x: 0.2, y: 0.1 },
  ]
  expect(createBoxBetween('b', 'metal', from, to)).toEqual({
    id: 'b',
    material: 'metal',
    x0: 0.2,
    y0: 0.1,
    x1: 0.6,
    y1: 0.7,
  })
  expect(createBoxBetween('b', 'metal', from, { x: 0.605, y: 0.9 })).toBeUndefined()
  expectSound(createBoxBetween('b', 'metal', { x: -1, y: -1 }, { x: 2, y: 2 }) as PhotoBox)
})

it('has a name that no other has, also none of an earlier correction', () => {
  expect(nextBoxIdOf([])).toBe('new-1')
  expect(
    nextBoxIdOf([
      { ...box, id: 'new-1' },
      { ...box, id: 'new-3' },
    ]),
  ).toBe('new-2')
})

it('is the same whatever its name and its place in the list', () => {
  const other = createCentredBox('c', 'glass')
  expect(areSameBoxes([box, other], [{ ...other, id: 'd' }, box])).toBe(true)
  expect(areSameBoxes([box], [{ ...box, material: 'paper' }])).toBe(false)
  expect(areSameBoxes([box], [box, other])).toBe(false)
})

/** Tests that a composition's figures change only if a box changes, not when the box editor is opened. */
const foundBox: PhotoBox = { id: 'a', material: 'plastic', confidence: 0.6, x0: 0.2, y0: 0.3, x1: 0.3, y1: 0.4 }
const found = {
  boxes: [foundBox],
  composition: { ...mapMaterials(() => 0), plastic: 60, glass: 40 },
  weight: { kg: 0.013, low: 0.002, high: 0.8 },
}

it('says what the analysis found until a box is changed', () => {
  expect(findingsOfBoxes(found, [foundBox])).toBe(found)
  expect(findingsOfBoxes(found, [{ ...foundBox }]).weight?.kg).toBe(0.013)
})

it('then says what the boxes amount to, as it will be saved', () => {
  expect(findingsOfBoxes(found, [{ ...foundBox, material: 'glass' }]).composition).toMatchObject({
    glass: 100,
    plastic: 0,
  })
  expect(findingsOfBoxes(found, [])).toEqual({})
})
