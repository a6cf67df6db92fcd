/** Texts and points of places. */
import { expect, it } from 'vitest'
import { placeLines, placePoint, placeText } from './places.ts'

it('says what is known, people’s words first', () => {
  const place = { plusCode: '6CQXJ6X8+2V', lat: 5.6012, lng: -0.2701, digitalAddress: 'GA-183-8164', landmark: 'Well' }
  expect(placeText(place)).toBe('Well · GA-183-8164 · 6CQXJ6X8+2V · 5.60120, -0.27010')
  expect(placeLines({ landmark: 'Well' })).toEqual([['Landmark', 'Well']])
  expect(placeText({})).toBe('')
  expect(placeText(undefined)).toBe('')
})

it('is a point by its pin, or else by its full code', () => {
  expect(placePoint({ lat: 1, lng: 2, plusCode: '6CQXJ6X8+2V' })).toEqual({ lat: 1, lng: 2 })
  const point = placePoint({ plusCode: '6CQXJ6X8+2V' })
  expect(point?.lat).toBeCloseTo(5.6476, 3)
  expect(placePoint({ plusCode: 'J6X8+2V' })).toBeUndefined()
  expect(placePoint({ digitalAddress: 'GA-183-8164' })).toBeUndefined()
})
