/** Tests that the answer about the detector's agreement with people includes its model card, if a card is available. */
import { expect, it } from 'vitest'
import type { ModelCard } from '#contract/views.ts'
import { analysisReads } from './routes.ts'

type Read = NonNullable<ReturnType<typeof analysisReads>['agreement']>

const snapshot = { rows: { find: async () => [] } } as unknown as Parameters<Read>[1]
const answerOf = (card?: ModelCard) => analysisReads(card).agreement?.({} as Parameters<Read>[0], snapshot)

it('answers the card where there is one', async () => {
  const texts = { trainedOn: [], failures: [], noEvidence: [] }
  const card = { model: 'waste-detector', version: '2', summary: 'Finds boxes', ...texts } as unknown as ModelCard
  expect(await answerOf(card)).toMatchObject({ card, agreement: { analyses: 0 } })
  expect(await answerOf()).not.toHaveProperty('card')
  expect(await answerOf()).toMatchObject({ agreement: { corrected: 0 } })
})
