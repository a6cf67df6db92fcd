/** Texts of the card for missing figures and for another model. */
import { expect, it } from 'vitest'
import { correctedOf, intervalOf, materialCounts, otherModelNote, rightOf, shareOf } from './card-words.ts'

it('writes shares with their interval, and a dash where nothing was measured', () => {
  expect(shareOf(0.58609)).toBe('58.6\u00a0%')
  expect(intervalOf([0.597, 0.757])).toBe('60–76\u00a0%')
  expect(intervalOf(null)).toBe('–')
  expect(rightOf(86, 126)).toBe('68\u00a0%')
  expect(rightOf(0, 0)).toBe('–')
})

it('says how many were corrected', () => {
  expect(correctedOf({ corrected: 1, analyses: 1 })).toBe('Of the newest photos 1 of 1 was corrected.')
  expect(correctedOf({ corrected: 12, analyses: 100 })).toBe('Of the newest photos 12 of 100 were corrected.')
})

it('says when another model is at work than the card is of', () => {
  const card = { model: 'waste-detector', version: '2' }
  expect(otherModelNote(card, card)).toBeUndefined()
  expect(otherModelNote(card, {})).toBeUndefined()
  expect(otherModelNote(undefined, card)).toBeUndefined()
  expect(otherModelNote(card, { model: 'waste-detector', version: '2.4' })).toBeUndefined()
  expect(otherModelNote(card, { model: 'waste-detector', version: '21' })).toContain('waste-detector 21;')
  expect(otherModelNote(card, { model: 'waste-detector', version: '3' })).toContain('waste-detector 3;')
  expect(otherModelNote(card, { model: 'own', version: '2' })).toContain('own 2;')
})

it('counts what is seen by material', () => {
  expect(materialCounts([{ material: 'glass' }, { material: 'plastic' }, { material: 'glass' }])).toBe(
    '1 Plastic, 2 Glass',
  )
  expect(materialCounts([])).toBe('nothing')
})
