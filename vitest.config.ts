/** Runs the tests in three rounds: pure ones, those with a backing, journeys. */
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { POLL_INTERVAL_MS, POLL_TIMEOUT_MS } from './platform/testing/poll-limits.ts'

const everywhere = ['**/node_modules/**', 'dist/**', 'data/**']
const needsBacking = '**/*.int.test.ts'
/** Crash tests run with the journeys, because they mostly wait for starts. */
const journeys = ['e2e/**', 'bench/**/*.int.test.ts']

/**
 * Shares a process between files, so that each module loads once.
 * Loading was most of their time.
 * Tests must not change the state of modules.
 */
const together = { isolate: false }

/** Time limits only end a hang. No test depends on the speed of its machine. */
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  teardownTimeout: 300_000,
  expect: { poll: { timeout: POLL_TIMEOUT_MS, interval: POLL_INTERVAL_MS } },
}

/**
 * Longest tests start first, so that none runs on alone at the end.
 * Without earlier timings Vitest starts with the longest file.
 */
const LONG_RUNNING = [
  'bench/crash-test-split',
  'e2e/layout',
  'e2e/replay',
  'e2e/split-processes',
  'e2e/loop',
  'e2e/offline',
  'e2e/dispatcher',
  'e2e/accounts',
  'e2e/recycler-forecasting',
  'e2e/presses',
  'e2e/refit',
  'e2e/routes',
  'e2e/admin',
  'bench/crash-test',
  'e2e/rolling-restart',
  'e2e/findings',
  'e2e/analyses',
  'demo/live',
  'workers/analyses/refit-job',
  'demo/month',
  'ml/waste-detector/detector',
].map((name) => new RegExp(`/${name}(\\.int)?\\.test\\.ts$`))

class LongRunningFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONG_RUNNING.findIndex((long) => long.test(moduleId))
      return at < 0 ? LONG_RUNNING.length : at
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongRunningFirst },
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...everywhere, needsBacking, ...journeys],
          ...together,
          ...limits,
          // As many processes as cores; Vitest defaults to one fewer.
          maxWorkers: '100%',
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'backings',
          include: [needsBacking],
          exclude: [...everywhere, ...journeys],
          ...together,
          ...limits,
          // More than cores: three on two cores waited a tenth of the time.
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          name: 'journeys',
          include: ['e2e/**/*.test.ts', 'bench/**/*.int.test.ts'],
          exclude: everywhere,
          // Three processes, because a browser mostly waits and no test asserts a time.
          // Each process has one browser for its files.
          ...together,
          ...limits,
          maxWorkers: 3,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
