/** Tests that each text of the model card has a translation. */
import { describe, expect, it } from 'vitest'
import { translatorOf } from '#platform/languages/catalogues.ts'
import { readModelCard } from '#platform/model-card.ts'
import { MODEL_CARD_TEXTS, translateModelCard } from './card-texts.ts'

async function readCard() {
  const card = await readModelCard({ warn: () => undefined })
  if (!card) throw new Error('There is no card.')
  return card
}

describe('the texts of the detector’s card', () => {
  it('are those of its file', async () => {
    const { summary, trainedOn, failures, noEvidence } = await readCard()
    const sources = trainedOn.map(({ what }) => what)
    expect(MODEL_CARD_TEXTS.map(({ message }) => message)).toEqual([summary, ...sources, ...failures, ...noEvidence])
  })

  it('are in the reader’s language; names and licences stay', async () => {
    const card = await readCard()
    const french = translateModelCard(translatorOf('fr'), card)
    expect(french.failures).not.toContain(card.failures[0])
    expect(french.summary).not.toBe(card.summary)
    expect(french.trainedOn.map(({ by, licence }) => [by, licence])).toEqual(
      card.trainedOn.map(({ by, licence }) => [by, licence]),
    )
    expect(translateModelCard(translatorOf('en'), card)).toEqual(card)
  })
})
