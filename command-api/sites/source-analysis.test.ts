/** Tests of site updates from an analysis that was corrected after the form was opened. */
import { expect, it } from 'vitest'
import { mapMaterials } from '#domain/materials.ts'
import { type CompositionSourceAnalysis, compositionSourceOf, refuseOutdatedComposition } from './source-analysis.ts'

const only = (material: string) => mapMaterials((other) => (other === material ? 100 : 0))
const [paper, textile] = [only('paper'), only('textile')]

it.each([
  ['what was said before the last correction', [paper, textile], paper],
  ['what was said where nothing is to be seen any more', [paper, undefined], paper],
])('refuses %s', (_, compositions, composition) =>
  expect(refuseOutdatedComposition({ compositions }, composition)).toMatchObject({
    rejected: 'conflict',
    message: 'This analysis was corrected in the meantime. Please look again.',
  }),
)

it.each([
  ['what it says now', [paper, textile], textile],
  ['what it says again', [paper, textile, paper], paper],
  ['what a person typed', [paper, textile], only('glass')],
  ['what a person typed where nothing was found', [undefined], paper],
])('takes %s', (_, compositions, composition) =>
  expect(refuseOutdatedComposition({ compositions }, composition)).toBeUndefined(),
)

it("marks shares as the model's only if the model returned them", () => {
  const analysed = { known: { method: 'yolo' }, compositions: [paper, textile] } as unknown as CompositionSourceAnalysis
  expect(compositionSourceOf(analysed, textile, 'typed')).toBe('yolo')
  expect(compositionSourceOf(analysed, only('glass'), 'typed')).toBe('typed')
})
