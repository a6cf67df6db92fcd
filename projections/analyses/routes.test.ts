/** Tests that the response of the `agreement` read includes the model card, if one is available. */

import { afterAll, beforeAll, expect, it } from 'vitest'
import { MIN_CORRECTED_PHOTOS } from '#contract/analyses/refits.ts'
import type { Event } from '#contract/events.ts'
import type { Analysis, ModelCard } from '#contract/views.ts'
import { presentSnapshotOf } from '../queries/dependencies.ts'
import { NOW, openProjectionsFixture } from '../queries/fixtures.ts'
import { createAnalysisReadHandlers, readHeadRefits } from './routes.ts'

type Read = NonNullable<ReturnType<typeof createAnalysisReadHandlers>['agreement']>

const snapshot = { rows: { find: async () => [] } } as unknown as Parameters<Read>[1]
const answerOf = (card?: ModelCard) => createAnalysisReadHandlers(card).agreement?.({} as Parameters<Read>[0], snapshot)

it('answers the card where there is one', async () => {
  const texts = { trainedOn: [], failures: [], noEvidence: [] }
  const card = { model: 'waste-detector', version: '2', summary: 'Finds boxes', ...texts } as unknown as ModelCard
  expect(await answerOf(card)).toMatchObject({ card, agreement: { analyses: 0 } })
  expect(await answerOf()).not.toHaveProperty('card')
  expect(await answerOf()).toMatchObject({ agreement: { corrected: 0 } })
})

// Tests that the newest accepted refit is the one in use.
let city: Awaited<ReturnType<typeof openProjectionsFixture>>
beforeAll(async () => {
  city = await openProjectionsFixture()
})
afterAll(() => city.close())

const at = NOW.toISOString()
const asked = (refit: number): Event => ({
  type: 'RefitRequested',
  data: { refit, requestedBy: 'd1', requestedAt: at },
})
const trainedOn = { photos: MIN_CORRECTED_PHOTOS, boxes: 20 }
const score = { right: 3, logLoss: 1 }
const refitted = (refit: number, taken: boolean): Event => ({
  type: 'MaterialHeadRefitted',
  data: {
    refit,
    base: '2',
    version: `2.${refit}`,
    trainedOn,
    before: score,
    after: score,
    learnedFrom: ['p1'],
    scoredOn: { ...trainedOn, better: 1, worse: 0 },
    taken,
    refittedAt: at,
    ...(taken && { weights: `w${refit}` }),
  },
})
const state = () => readHeadRefits(city.reading.runner.rows)

it('keeps what is in use where the next refit is not taken, and shows both', async () => {
  expect(await state()).toMatchObject({ newest: [] })
  await city.happened(asked(1), refitted(1, true), asked(2))
  expect(await state()).toMatchObject({ inUse: { refit: 1 }, newest: [{ refit: 2, state: 'asked' }, { refit: 1 }] })
  await city.happened(refitted(2, false))
  const { inUse, newest } = await state()
  expect(inUse).toEqual(newest[1])
  expect(inUse).toMatchObject({ refit: 1, made: { version: '2.1', taken: true } })
  expect(newest[0]).toMatchObject({ refit: 2, state: 'done', made: { taken: false } })
})

it('is replaced by the next refit that is taken', async () => {
  await city.happened(asked(3), refitted(3, true))
  expect((await state()).inUse).toMatchObject({ refit: 3, made: { version: '2.3' } })
})

it('lists new analyses first although a clock was ahead at earlier ones', async () => {
  const ahead = new Date(NOW.getTime() + 365 * 86_400_000).toISOString()
  const requested = (analysisId: string, requestedAt: string): Event => ({
    type: 'AnalysisRequested',
    data: { analysisId, method: 'yolo', picture: 'p', width: 1, height: 1, attempt: 1, requestedBy: 'd1', requestedAt },
  })
  await city.happened(requested('a1', ahead), requested('a2', at))
  const read = createAnalysisReadHandlers(undefined).analyses as unknown as (
    call: object,
    of: object,
  ) => Promise<object>
  const { analyses } = (await read({ query: { limit: 1 } }, presentSnapshotOf(city.reading))) as {
    analyses: Analysis[]
  }
  expect(analyses.map(({ id }) => id)).toEqual(['a2'])
})
