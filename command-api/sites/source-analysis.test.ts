/**
 * Tests composition updates with the result of a photo analysis.
 * The analysis may have been corrected meanwhile; pictures may arrive in base64.
 */

import { expect, it } from 'vitest'
import { mapMaterials } from '#domain/materials.ts'
import {
  type CompositionSourceAnalysis,
  compositionSourceOf,
  refuseOutdatedComposition,
  storeBase64Picture,
} from './source-analysis.ts'

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

const pictures = {
  take: async (source: string | Uint8Array) => ({ hash: Buffer.from(source).toString('latin1'), width: 1, height: 1 }),
}
const REFUSED = expect.objectContaining({ rejected: 'bad-request' })

it.each([
  ['plain', 'aGVsbG8='],
  ['as a data URL', 'data:image/jpeg;base64,aGVsbG8='],
  ['in lines', 'aGVs\nbG8=\n'],
])('takes it %s', async (_, text) => {
  expect(await storeBase64Picture(pictures, text, 'r1')).toBe('hello')
})

it.each(['', ' \n', 'data:image/jpeg;base64,', '=', 'a=b', 'a===', 'a!', 'data:text/html,<b>'])(
  'refuses ‘%s’',
  async (text) => {
    expect(await storeBase64Picture(pictures, text, 'r1')).toEqual(REFUSED)
  },
)

// Tests that long invalid texts are refused quickly.
// A backtracking regular expression would not finish.
it('refuses a long text that is none, whatever it is made of', async () => {
  for (const filling of [' ', 'a', '=', 'a ', ' ='])
    expect(await storeBase64Picture(pictures, `a${filling.repeat(1_000_000)}!`, 'r1')).toEqual(REFUSED)
})
