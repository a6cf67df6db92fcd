/**
 * Runs `npm test`: all tests and checks.
 * Lists the real services used.
 * `npm test -- PATH…` runs only these files.
 */

import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { databaseFolder } from '../tests/fixtures/memory-folder.ts'
import { spawnTreeWithFolder } from '../tests/fixtures/process-tree.ts'
import { findProgram } from '../tests/fixtures/programs.ts'
import {
  countTests,
  describeMissing,
  describeTestBackings,
  formatClosingLine,
  missingPackages,
  type TestCounts,
} from '../tests/fixtures/summary.ts'
import { printChecks, runChecks } from './check.ts'

/**
 * Installs missing Debian packages, if run as root.
 * Otherwise or after a failure, lists them now and at the end.
 */
function installPrograms(): void {
  const wanted = missingPackages()
  if (!wanted.length) return
  if (process.getuid?.() !== 0 || !findProgram('apt-get')) {
    for (const line of describeMissing(wanted)) console.log(line)
    return
  }
  console.log(`Installing ${wanted.join(', ')}…`)
  const options = ['-qq', '-o', 'DPkg::Lock::Timeout=120']
  const aptGet = (...args: string[]) =>
    execFileSync('apt-get', [...options, ...args], {
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      stdio: ['ignore', 'ignore', 'inherit'],
      timeout: 180_000,
    })
  for (const args of [['update'], ...wanted.map((name) => ['install', '-y', '--no-install-recommends', name])]) {
    try {
      aptGet(...args)
    } catch (error) {
      console.error(`apt-get ${args.join(' ')}: ${(error as Error).message}`)
    }
  }
}

const root = join(import.meta.dirname, '..')
const filters = process.argv.slice(2)
const folder = mkdtempSync(join(process.env.TMPDIR ?? databaseFolder(), 'wastesense-tests-'))
const backingsFile = join(folder, 'backings')
const reportFile = join(folder, 'report.json')

if (!filters.length) installPrograms()
const args = ['run', '--reporter=./tests/fixtures/progress-reporter.ts', '--reporter=json']
process.chdir(root)
const { child: vitest, cleanUp } = spawnTreeWithFolder(
  [join(root, 'node_modules/vitest/vitest.mjs'), ...args, `--outputFile.json=${reportFile}`, ...filters],
  folder,
  { WASTESENSE_BACKINGS_FILE: backingsFile },
)

const [checks, exitCode] = await Promise.all([
  // Runs the checks beside the tests.
  // One check mostly uses a single core and leaves the others free.
  filters.length ? [] : runChecks(),
  once(vitest, 'exit').then(([code]) => code as number | null),
])
const tests = readCounts(exitCode)
const backings = existsSync(backingsFile) ? readFileSync(backingsFile, 'utf8') : ''
const left = cleanUp()

if (left.length) console.log(`\nStill running after the tests, and ended:\n  ${left.join('\n  ')}`)
if (!filters.length) {
  console.log('\nChecks:')
  printChecks(checks)
  console.log('\nThe tests ran against:')
  for (const line of describeTestBackings(backings)) console.log(line)
  for (const line of describeMissing(missingPackages())) console.log(line)
}
if (tests.skipped) console.log(`${tests.skipped} tests were skipped.`)
console.log(`Took ${Math.round(performance.now() / 1000)} s.`)

const nothingRan = tests.passed === 0 && tests.failed === 0
if (nothingRan) console.log('No test ran, which counts as a failure.')
const failed = tests.failed + checks.filter((check) => !check.passed).length + Number(nothingRan)
const passed = tests.passed + checks.filter((check) => check.passed).length
console.log(formatClosingLine({ ...tests, passed, failed }))
process.exitCode = failed ? 1 : 0

/**
 * Counts the tests in the report of the test run.
 * Counts a failure if the report is missing, or if the run failed without a failed test.
 */
function readCounts(exitCode: number | null): TestCounts {
  if (!existsSync(reportFile)) return { passed: 0, failed: 1, skipped: 0 }
  const counts = countTests(JSON.parse(readFileSync(reportFile, 'utf8')))
  return { ...counts, failed: exitCode === 0 ? counts.failed : Math.max(1, counts.failed) }
}
