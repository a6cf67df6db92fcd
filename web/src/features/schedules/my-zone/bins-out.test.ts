/** Residents learn in time when to put their bins out. */
import { expect, it } from 'vitest'
import { binsOut } from './bins-out.ts'

const start = '2026-01-05T14:15:00.000Z'
const hoursFrom = (hours: number) => Date.parse(start) + hours * 3_600_000

it('asks for the bins half an hour before, and at once when that has passed', () => {
  expect(binsOut(start, hoursFrom(-2))).toBe('by 13:45')
  expect(binsOut(start, hoursFrom(-0.25))).toBe('now')
})
