/** The tests in three rounds: pure ones, then those with a backing, then journeys. */
import { defineConfig } from 'vitest/config'

const everywhere = ['**/node_modules/**', 'dist/**', 'data/**']
const needsBacking = '**/*.int.test.ts'
/** The torture mostly waits for starts, as a journey does; among the backings a whole round would wait for it. */
const journeys = ['e2e/**', 'bench/**/*.int.test.ts']

/**
 * Files that share a process: each module is read once instead of once a file, which was most of their time. No test may
 * then change what a module keeps. As many processes as cores; Vitest's own choice is one fewer.
 */
const together = { isolate: false, maxWorkers: '100%' }

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...everywhere, needsBacking, ...journeys],
          ...together,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'backings',
          include: [needsBacking],
          exclude: [...everywhere, ...journeys],
          ...together,
          testTimeout: 20_000,
          hookTimeout: 60_000,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts', 'bench/**/*.int.test.ts'],
          exclude: everywhere,
          // Three at a time: a browser mostly waits, and no test asserts a time.
          maxWorkers: 3,
          // Browsers, servers and queues of three journeys share two cores; one that failed for that is tried again, and named.
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 90_000,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
