/** Screens of operators show words, never names of the code. */
import { expect, it } from 'vitest'
import { REBUILD_TARGETS } from '#contract/audit/rebuilds.ts'
import { dataWords, nextAttempt } from './operations.ts'

it('has words for all that can be rebuilt, each once', () => {
  const words = REBUILD_TARGETS.map(dataWords)
  for (const text of words) expect(text).toMatch(/^[A-Z]/)
  expect(new Set(words).size).toBe(words.length)
})

/** A future time reads in seconds, a past one as 'Now'. */
it.each([
  ['2026-03-12T08:00:11.200Z', 'In 12\u00a0s'],
  ['2026-03-12T08:00:00.000Z', 'Now'],
  ['2026-03-12T07:59:30.000Z', 'Now'],
  [undefined, 'Not by itself'],
])('a job that is tried next at %s is said to be: %s', (at, says) =>
  expect(nextAttempt(at, Date.parse('2026-03-12T08:00:00Z'))).toBe(says),
)
