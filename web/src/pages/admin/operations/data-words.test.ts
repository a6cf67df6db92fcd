/** Screens of operators show words, never names of the code. */
import { expect, it } from 'vitest'
import { REBUILD_TARGETS } from '#contract/audit/rebuilds.ts'
import { dataWords } from './data-words.ts'

it('has words for all that can be rebuilt, each once', () => {
  const words = REBUILD_TARGETS.map(dataWords)
  for (const text of words) expect(text).toMatch(/^[A-Z]/)
  expect(new Set(words).size).toBe(words.length)
})
