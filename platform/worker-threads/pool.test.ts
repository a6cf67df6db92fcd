/** Tests the number of threads, by cores and memory. */

import { expect, it } from 'vitest'
import { MAX_COMPUTE_THREADS, threadLimitOf } from './pool.ts'

const GB = 1024 ** 3

it.each([
  { cores: 1, memory: 8 * GB, expected: 1 },
  { cores: 2, memory: 8 * GB, expected: 1 },
  { cores: 4, memory: 8 * GB, expected: 3 },
  { cores: 64, memory: GB, expected: 2 },
  { cores: 64, memory: 2 * GB, expected: 4 },
  { cores: 64, memory: GB / 4, expected: 1 },
])('$expected beside each other on $cores cores with $memory bytes', ({ cores, memory, expected }) => {
  expect(threadLimitOf(cores, memory)).toBe(expected)
})

it('is at least one here', () => {
  expect(MAX_COMPUTE_THREADS).toBeGreaterThanOrEqual(1)
})
