/** Tests place drafts: formatted addresses, empty drafts, question about far places. */
import { expect, it } from 'vitest'
import { SetBinPlaceBody } from '#contract/commands.ts'
import {
  EMPTY_PLACE,
  farPlaceQuestionOf,
  formatDigitalAddress,
  isEmptyPlace,
  pinCoordinatesOf,
  placeDraftOf,
} from './place-draft.ts'

it.each([
  ['ga1838164', 'GA-183-8164'],
  [' GA 183 8164', 'GA-183-8164'],
  ['g3-0182-1234', 'G3-0182-1234'],
  ['GA-183-8164', 'GA-183-8164'],
  ['GA-18-8164', 'GA-18-8164'],
  ['house 7', 'house 7'],
  ['', ''],
])('%j is written %j', (typed, tidy) => expect(formatDigitalAddress(typed)).toBe(tidy))

it('is empty without any field, and the server accepts it so', () => {
  expect(isEmptyPlace(EMPTY_PLACE)).toBe(true)
  expect(isEmptyPlace({ ...EMPTY_PLACE, landmark: '  ' })).toBe(true)
  expect(isEmptyPlace({ ...EMPTY_PLACE, landmark: 'Well' })).toBe(false)
  expect(isEmptyPlace(placeDraftOf({ lat: 5.6, lng: -0.2 }))).toBe(false)
  expect(SetBinPlaceBody.parse(EMPTY_PLACE)).toEqual({})
})

it('has a pin with both coordinates only', () => {
  expect(pinCoordinatesOf(placeDraftOf({ lat: 5.6, lng: -0.2 }))).toEqual({ lat: 5.6, lng: -0.2 })
  expect(pinCoordinatesOf(placeDraftOf({ lat: 5.6 }))).toBeUndefined()
})

it('asks again only where the server asks', () => {
  expect(farPlaceQuestionOf({ status: 409, message: 'Far', errors: { confirm: 'Is it right?' } })).toBe('Is it right?')
  expect(farPlaceQuestionOf({ status: 409, message: 'Taken', errors: { email: 'Taken' } })).toBeUndefined()
  expect(farPlaceQuestionOf(null)).toBeUndefined()
})
