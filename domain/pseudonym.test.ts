/** Tests that pseudonyms are stable and unique. */
import { expect, it } from 'vitest'
import { pseudonymOf } from './pseudonym.ts'

it('is the same for a person at all times, whatever is known of them', () => {
  expect(pseudonymOf('u55dd91a34251ef8e22bd', 'resident')).toMatch(/^Resident [0-9A-F]{8}$/)
  const code = pseudonymOf('u55dd91a34251ef8e22bd').replace('Person ', '')
  expect(pseudonymOf('u55dd91a34251ef8e22bd', 'dispatcher')).toBe(`Dispatcher ${code}`)
  expect(pseudonymOf('driver-T001')).toMatch(/^Driver [0-9A-F]{8}$/)
})

it('is another one for everybody in a city of many', () => {
  const people = Array.from({ length: 5_000 }, (_, n) => pseudonymOf(`u${(n * 7_919).toString(16).padStart(20, '0')}`))
  expect(new Set(people).size).toBe(people.length)
})
