/** Tests which point a bin's place has: its pin or, without a pin, its full Plus Code. */
import { expect, it } from 'vitest'
import { pointOfPlace } from './plus-code.ts'

it('is a point by its pin, or else by its full code', () => {
  expect(pointOfPlace({ lat: 1, lng: 2, plusCode: '6CQXJ6X8+2V' })).toEqual({ lat: 1, lng: 2 })
  expect(pointOfPlace({ plusCode: '6CQXJ6X8+2V' })?.lat).toBeCloseTo(5.6476, 3)
  expect(pointOfPlace({ plusCode: 'J6X8+2V' })).toBeUndefined()
  expect(pointOfPlace({ lat: 1 })).toBeUndefined()
  expect(pointOfPlace()).toBeUndefined()
})
