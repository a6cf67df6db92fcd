/** A future time reads in seconds, a past one as 'Now'. */
import { expect, it } from 'vitest'
import { nextAttempt } from './next-attempt.ts'

it.each([
  ['2026-03-12T08:00:11.200Z', 'In 12\u00a0s'],
  ['2026-03-12T08:00:00.000Z', 'Now'],
  ['2026-03-12T07:59:30.000Z', 'Now'],
  [undefined, 'Not by itself'],
])('a job that is tried next at %s is said to be: %s', (at, says) =>
  expect(nextAttempt(at, Date.parse('2026-03-12T08:00:00Z'))).toBe(says),
)
