/** Tests the texts that describe the places of bins. */
import { expect, it } from 'vitest'
import { placeLinesOf, placeTextOf } from './bins.ts'

it('says what is known, people’s words first', () => {
  const place = { plusCode: '6CQXJ6X8+2V', lat: 5.6012, lng: -0.2701, digitalAddress: 'GA-183-8164', landmark: 'Well' }
  expect(placeTextOf(place)).toBe('Well · GA-183-8164 · 6CQXJ6X8+2V · 5.60120, -0.27010')
  expect(placeLinesOf({ landmark: 'Well' })).toEqual([['Landmark', 'Well']])
  expect(placeTextOf({})).toBe('')
  expect(placeTextOf(undefined)).toBe('')
})
