/** Tests the order of disagreements, worst first. */
import { expect, it } from 'vitest'
import type { LitterBox } from '#contract/analyses/litter.ts'
import type { Material } from '#domain/city.ts'
import { mapMaterials } from '#domain/materials.ts'
import { detectorDisagreementsOf } from './disagreements.ts'

const box = (material: Material): LitterBox => ({ id: 'b1', material, x0: 0, y0: 0, x1: 1, y1: 1 })
const only = (material: Material) => ({
  boxes: [box(material)],
  composition: mapMaterials((other) => (other === material ? 100 : 0)),
})
const nothing = { boxes: [], composition: undefined }
const photo = (id: string, seen: typeof nothing | ReturnType<typeof only>, now = only('glass')) => ({
  id,
  picture_url: `/${id}`,
  width: 4,
  height: 3,
  seen,
  corrections: 1,
  ...now,
})

it('shows the errors, the worst first, and both sides', () => {
  const half = { ...only('glass'), composition: { ...only('glass').composition, glass: 60, metal: 40 } }
  const shown = detectorDisagreementsOf([
    photo('half', half),
    photo('right', only('glass')),
    photo('wrong', only('paper')),
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
  const { seen: _, ...untouched } = { ...photo('untouched', only('paper')), corrections: 0 }
  expect(detectorDisagreementsOf([untouched])).toEqual([])
  expect(detectorDisagreementsOf(Array.from({ length: 9 }, (_, n) => photo(`p${n}`, only('paper'))))).toHaveLength(6)
})
