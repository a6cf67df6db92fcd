/** Runs the tests in three rounds: pure ones, those with a backing, journeys. */
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { POLL_INTERVAL_MS, POLL_TIMEOUT_MS } from './tests/fixtures/poll-limits.ts'
import { translated } from './web/translate-build.ts'

const excluded = ['**/node_modules/**', 'dist/**', 'data/**']
const needsBacking = '**/*.int.test.ts'
/** Crash tests run with the journeys, because they mostly wait for starts. */
const journeys = ['tests/journeys/**', 'tests/bench/**/*.int.test.ts']

/**
 * Shares a process between files, so that each module loads once.
 * Loading was most of their time.
 * Tests must not change the state of modules.
 */
const sharedProcess = { isolate: false }

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
  'tests/bench/crash-test-split',
  'tests/journeys/layout',
  'tests/journeys/replay',
  'tests/journeys/split-processes',
  'tests/journeys/loop',
  'tests/journeys/offline',
  'tests/journeys/dispatcher',
  'tests/journeys/accounts',
  'tests/journeys/recycler-forecasting',
  'tests/journeys/stable-presses',
  'tests/journeys/refit',
  'tests/journeys/routes',
  'tests/journeys/admin',
  'tests/bench/crash-test',
  'tests/journeys/rolling-restart',
  'tests/journeys/findings',
  'tests/journeys/analyses',
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
  plugins: [translated(/\/web\/src\//)],
  test: {
    sequence: { sequencer: LongRunningFirst },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...excluded, needsBacking, ...journeys],
          ...sharedProcess,
          ...limits,
          // As many processes as cores; Vitest defaults to one fewer.
          maxWorkers: '100%',
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'backings',
          include: [needsBacking],
          exclude: [...excluded, ...journeys],
          ...sharedProcess,
          ...limits,
          // More than cores: three on two cores waited a tenth of the time.
          maxWorkers: 4,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['tests/journeys/**/*.test.ts', 'tests/bench/**/*.int.test.ts'],
          exclude: excluded,
          // Twice as many as cores: a browser or a start often waits, and no test asserts a time.
          // Each process has one browser for its files.
          ...sharedProcess,
          ...limits,
          maxWorkers: 4,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
