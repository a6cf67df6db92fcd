/** Configures Vitest for pure tests, tests with a real service, and journeys. */
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { POLL_INTERVAL_MS, POLL_TIMEOUT_MS } from './tests/fixtures/poll-limits.ts'
import { translationPlugins } from './web/translate-build.ts'

const excluded = ['**/node_modules/**', 'dist/**', 'data/**']
const needsBacking = '**/*.int.test.ts'
/**
 * Tests of journeys, and crash tests.
 * All of them mostly wait until servers have started.
 */
const journeys = ['tests/journeys/**', 'tests/bench/**/*.int.test.ts']

/**
 * Runs many files in one process to load each module only once.
 * Loading took most of the time.
 * Tests must not change module state.
 */
const sharedProcess = { isolate: false }

/**
 * These time limits only end tests that hang.
 * No test depends on the machine's speed.
 */
const limits = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  teardownTimeout: 600_000,
  expect: { poll: { timeout: POLL_TIMEOUT_MS, interval: POLL_INTERVAL_MS } },
}

/**
 * The slowest test files, longest first.
 * They start first, so that none runs alone at the end.
 * Without earlier timings, Vitest would start with the largest file.
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
  plugins: [translationPlugins(/\/web\/src\//)],
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
          // Uses as many processes as cores; Vitest's default is one fewer.
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
          // Uses more processes than cores.
          // Three processes on two cores idled a tenth of the time.
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
          // More tests run at the same time than usual machines have cores, because these tests often wait.
          // No test measures time.
          // `sharedProcess` lets the test files of a process share one browser.
          ...sharedProcess,
          ...limits,
          maxWorkers: 4,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
})
