/** Tests how far people's corrections agree with the detector's boxes and compositions. */

import { expect, it } from 'vitest'
import type { LitterBox } from '#contract/analyses/litter.ts'
import { MATERIALS, type Material } from '#domain/city.ts'
import { mapMaterials } from '#domain/materials.ts'
import { detectorAgreementOf, detectorDisagreementsOf } from './agreement.ts'

const box = (id: string, material: Material): LitterBox => ({ id, material, x0: 0, y0: 0, x1: 1, y1: 1 })
const only = (material: Material) => mapMaterials((other) => (other === material ? 100 : 0))
const model = { model: 'm', version: '2' }

it('counts boxes that stayed, changed, went and came', () => {
  const seen = { boxes: [box('b1', 'glass'), box('b2', 'glass'), box('b3', 'paper')], composition: only('glass') }
  const boxes = [box('b1', 'glass'), box('b2', 'metal'), box('c1', 'metal')]
  const corrected = { ...model, seen, boxes, composition: { ...only('metal'), metal: 60, glass: 40 }, corrections: 2 }
  const untouched = { ...model, boxes: seen.boxes, composition: only('glass'), corrections: 0 }
  expect(detectorAgreementOf([corrected, untouched])).toEqual({
    ...model,
    analyses: 2,
    corrected: 1,
    boxes: { seen: 3, right: 1, otherMaterial: 1, removed: 1, added: 1 },
    byMaterial: {
      ...Object.fromEntries(MATERIALS.map((material) => [material, { seen: 0, right: 0 }])),
      glass: { seen: 2, right: 1 },
      paper: { seen: 1, right: 0 },
    },
    pointsWrong: 60,
  })
})

it('says nothing of what nobody has corrected, and nothing of points where one side is unknown', () => {
  const seen = { boxes: [], composition: undefined }
  const corrected = { ...model, seen, boxes: [box('c1', 'glass')], composition: only('glass'), corrections: 1 }
  expect(detectorAgreementOf([])).toMatchObject({ analyses: 0, corrected: 0, boxes: { seen: 0 } })
  expect(detectorAgreementOf([corrected])).toMatchObject({ corrected: 1, boxes: { added: 1 } })
  expect(detectorAgreementOf([corrected])).not.toHaveProperty('pointsWrong')
})

// Tests that photos are sorted by disagreement between detector and people, worst first.
const detectedBox = (material: Material): LitterBox => ({ id: 'b1', material, x0: 0, y0: 0, x1: 1, y1: 1 })
const onlyMaterial = (material: Material) => ({
  boxes: [detectedBox(material)],
  composition: mapMaterials((other) => (other === material ? 100 : 0)),
})
const nothing = { boxes: [], composition: undefined }
const photo = (id: string, seen: typeof nothing | ReturnType<typeof onlyMaterial>, now = onlyMaterial('glass')) => ({
  id,
  picture_url: `/${id}`,
  width: 4,
  height: 3,
  seen,
  corrections: 1,
  ...now,
})

it('shows the errors, the worst first, and both sides', () => {
  const half = { ...onlyMaterial('glass'), composition: { ...onlyMaterial('glass').composition, glass: 60, metal: 40 } }
  const shown = detectorDisagreementsOf([
    photo('half', half),
    photo('right', onlyMaterial('glass')),
    photo('wrong', onlyMaterial('paper')),
  ])
  expect(shown.map(({ id, pointsWrong }) => [id, pointsWrong])).toEqual([
    ['wrong', 100],
    ['half', 40],
  ])
  expect(shown[0]).toMatchObject({ seen: [{ material: 'paper' }], corrected: [{ material: 'glass' }] })
})

it('counts what one side did not see at all as wrong altogether, and what neither saw as right', () => {
  expect(detectorDisagreementsOf([photo('missed', nothing)])).toMatchObject([
    { id: 'missed', pointsWrong: 100, seen: [] },
  ])
  expect(detectorDisagreementsOf([{ ...photo('empty', nothing), ...nothing }])).toEqual([])
})

it('omits uncorrected photos, and shows six', () => {
  const { seen: _, ...untouched } = { ...photo('untouched', onlyMaterial('paper')), corrections: 0 }
  expect(detectorDisagreementsOf([untouched])).toEqual([])
  expect(
    detectorDisagreementsOf(Array.from({ length: 9 }, (_, n) => photo(`p${n}`, onlyMaterial('paper')))),
  ).toHaveLength(6)
})
