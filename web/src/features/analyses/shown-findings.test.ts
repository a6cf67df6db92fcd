/** Opening the editor changes no figure; changing a box does. */
import { expect, it } from 'vitest'
import { perMaterial } from '#domain/materials.ts'
import type { Box } from './editor/boxes.ts'
import { shownFindings } from './shown-findings.ts'

const box: Box = { id: 'a', material: 'plastic', confidence: 0.6, x0: 0.2, y0: 0.3, x1: 0.3, y1: 0.4 }
const found = {
  boxes: [box],
  composition: { ...perMaterial(() => 0), plastic: 60, glass: 40 },
  weight: { kg: 0.013, low: 0.002, high: 0.8 },
}

it('says what the analysis found until a box is changed', () => {
  expect(shownFindings(found, [box])).toBe(found)
  expect(shownFindings(found, [{ ...box }]).weight?.kg).toBe(0.013)
})

it('then says what the boxes amount to, as it will be saved', () => {
  expect(shownFindings(found, [{ ...box, material: 'glass' }]).composition).toMatchObject({ glass: 100, plastic: 0 })
  expect(shownFindings(found, [])).toEqual({})
})
