/** A refit reads with both figures, and with the requirement for the next. */
import { expect, it } from 'vitest'
import type { Refit } from '#contract/analyses/refits.ts'
import { inUseOf, outcomeOf, waitingOf } from './refit-words.ts'

const made: NonNullable<Refit['made']> = {
  ...{ base: '2', version: '2.1', trainedOn: { photos: 21, boxes: 40 }, taken: true },
  ...{ scoredOn: { photos: 20, boxes: 38, better: 9, worse: 1 } },
  ...{ before: { right: 18, logLoss: 1 }, after: { right: 29, logLoss: 0.8 } },
}
const RIGHT = 'of 38 boxes in 20 photos that neither had seen it named 29 rightly, the one before 18.'

it('says what is in use', () => {
  expect(inUseOf({})).toContain('as it was shipped')
  expect(inUseOf({ inUse: { refit: 1, state: 'done', made } })).toBe(
    `In use is version 2.1, which learned from 21 corrected photos: ${RIGHT}`,
  )
})

it('says how a refit came out', () => {
  expect(outcomeOf({ refit: 2, state: 'asked' })).toBe('Refit 2: under way')
  expect(outcomeOf({ refit: 2, state: 'failed', reason: 'Too few.' })).toBe('Refit 2 failed: Too few.')
  expect(outcomeOf({ refit: 2, state: 'done', made })).toBe(`Refit 2, taken into use: ${RIGHT}`)
  expect(outcomeOf({ refit: 2, state: 'done', made: { ...made, taken: false } })).toContain('not taken')
})

it('says how far it is to the next', () => {
  expect(waitingOf({ waiting: 1, least: 10, enough: 20 })).toMatch(/^1 photo corrected since\. From 10 on .* with 20 /)
})
