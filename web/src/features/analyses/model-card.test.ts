/** Tests the model card's texts for missing figures and other models. */
import { expect, it } from 'vitest'
import type { HeadRefit } from '#contract/analyses/refits.ts'
import {
  countBoxesByMaterial,
  describeCorrectedPhotos,
  describeOtherModel,
  formatAccuracy,
  formatInterval,
  formatShare,
} from './model-card.tsx'
import { describeModelInUse, describePhotosUntilRefit, describeRefitOutcome } from './refit-panel.tsx'

it('writes shares with their interval, and a dash where nothing was measured', () => {
  expect(formatShare(0.58609)).toBe('58.6\u00a0%')
  expect(formatInterval([0.597, 0.757])).toBe('60–76\u00a0%')
  expect(formatInterval(null)).toBe('–')
  expect(formatAccuracy(86, 126)).toBe('68\u00a0%')
  expect(formatAccuracy(0, 0)).toBe('–')
})

it('says how many were corrected', () => {
  expect(describeCorrectedPhotos({ corrected: 1, analyses: 1 })).toBe('Corrected: 1 of the newest 1 photo.')
  expect(describeCorrectedPhotos({ corrected: 12, analyses: 100 })).toBe('Corrected: 12 of the newest 100 photos.')
})

it('says when another model is at work than the card is of', () => {
  const card = { model: 'waste-detector', version: '2' }
  expect(describeOtherModel(card, card)).toBeUndefined()
  expect(describeOtherModel(card, {})).toBeUndefined()
  expect(describeOtherModel(undefined, card)).toBeUndefined()
  expect(describeOtherModel(card, { model: 'waste-detector', version: '2.4' })).toBeUndefined()
  expect(describeOtherModel(card, { model: 'waste-detector', version: '21' })).toContain('waste-detector 21.')
  expect(describeOtherModel(card, { model: 'waste-detector', version: '3' })).toContain('waste-detector 3.')
  expect(describeOtherModel(card, { model: 'own', version: '2' })).toContain('own 2.')
})

it('counts what is seen by material', () => {
  expect(countBoxesByMaterial([{ material: 'glass' }, { material: 'plastic' }, { material: 'glass' }])).toBe(
    '1 Plastic, 2 Glass',
  )
  expect(countBoxesByMaterial([])).toBe('nothing')
})

const made: NonNullable<HeadRefit['made']> = {
  ...{ base: '2', version: '2.1', trainedOn: { photos: 21, boxes: 40 }, taken: true },
  ...{ scoredOn: { photos: 20, boxes: 38, better: 9, worse: 1 } },
  ...{ before: { right: 18, logLoss: 1 }, after: { right: 29, logLoss: 0.8 } },
}
const RIGHT = 'On 20 new photos it found the right material for 29 of 38 boxes; the version before, for 18.'

it('says what is in use', () => {
  expect(describeModelInUse({})).toContain('not learned')
  expect(describeModelInUse({ inUse: { refit: 1, state: 'done', made } })).toBe(
    `Version 2.1 is in use. It learned from 21 corrected photos. ${RIGHT}`,
  )
})

it('says how a refit came out', () => {
  expect(describeRefitOutcome({ refit: 2, state: 'asked' })).toBe('Training 2: in progress')
  expect(describeRefitOutcome({ refit: 2, state: 'failed', reason: 'Too few.' })).toBe('Training 2 failed: Too few.')
  expect(describeRefitOutcome({ refit: 2, state: 'done', made })).toBe(`Training 2 was better and was used. ${RIGHT}`)
  expect(describeRefitOutcome({ refit: 2, state: 'done', made: { ...made, taken: false } })).toContain(
    'was not better, so not used',
  )
})

it('says how far it is to the next', () => {
  expect(describePhotosUntilRefit({ waiting: 1, least: 10, enough: 20 })).toMatch(
    /^1 photo corrected since the last training\. .* from 10 .* at 20\./,
  )
})
