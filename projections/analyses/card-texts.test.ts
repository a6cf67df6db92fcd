/** Tests that the detector's card has a translation of each of its texts. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { translateInto } from '#platform/languages/catalogues.ts'
import { readModelCard } from '#platform/model-card.ts'
import { CARD_TEXTS, cardIn } from './card-texts.ts'

describe('the texts of the detector’s card', () => {
  it('are those of its file', () => {
    const file = new URL('../../ml/waste-detector/card.json', import.meta.url)
    const { summary, trainedOn, failures, noEvidence } = JSON.parse(readFileSync(file, 'utf8'))
    const sources = trainedOn.map(({ what }: { what: string }) => what)
    expect(CARD_TEXTS.map(({ message }) => message)).toEqual([summary, ...sources, ...failures, ...noEvidence])
  })

  it('are in the reader’s language; names and licences stay', async () => {
    const card = await readModelCard({ warn: () => undefined })
    if (!card) throw new Error('There is no card.')
    const french = cardIn(translateInto('fr'), card)
    expect(french.failures).not.toContain(card.failures[0])
    expect(french.summary).not.toBe(card.summary)
    expect(french.trainedOn.map(({ by, licence }) => [by, licence])).toEqual(
      card.trainedOn.map(({ by, licence }) => [by, licence]),
    )
    expect(cardIn(translateInto('en'), card)).toEqual(card)
  })
})
