/** `npm test`: finds the programs that tests need, runs the checks beside every test, and closes with what ran on what. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { printChecks, runChecks } from './checks.ts'
import { describeMissing, missingPackages } from './platform/testing/missing-programs.ts'
import { findProgram } from './platform/testing/programs.ts'
import { quickFolder } from './platform/testing/quick-folder.ts'
import { type Counts, closingLine, countTests, describeBackings } from './platform/testing/summary.ts'

/** Installs what is missing from Debian's packages as root; a run that is not root, or fails, names it here and at its end. */
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

/** Runs Vitest with its own output on the screen, its counts in a file, and whatever the tests write in the folder. */
async function runVitest(folder: string, backingsFile: string): Promise<Counts> {
  const report = join(folder, 'report.json')
  const vitest = join(import.meta.dirname, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const env = { ...process.env, TMPDIR: folder, WASTESENSE_BACKINGS_FILE: backingsFile }
  const child = spawn(process.execPath, args, { cwd: import.meta.dirname, env, stdio: 'inherit' })
  process.on('exit', () => child.kill())
  const code = await new Promise((resolve) => child.on('exit', resolve))
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 }
  const counts = countTests(JSON.parse(readFileSync(report, 'utf8')))
  return { ...counts, failed: code === 0 ? counts.failed : Math.max(1, counts.failed) }
}

const folder = mkdtempSync(join(quickFolder(), 'wastesense-tests-'))
// A run that is stopped leaves nothing in memory either.
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => process.exit(1))
const backingsFile = join(folder, 'backings')
installPrograms()
// Side by side: one of the checks runs on one core alone for most of its time.
const [checks, tests] = await Promise.all([runChecks(), runVitest(folder, backingsFile)])

console.log('\nWhat was checked beside them:')
printChecks(checks)
console.log('\nWhat the tests ran against:')
for (const line of describeBackings(existsSync(backingsFile) ? readFileSync(backingsFile, 'utf8') : '')) {
  console.log(line)
}
for (const line of describeMissing(missingPackages())) console.log(line)
if (tests.skipped) console.log(`${tests.skipped} tests were skipped.`)
console.log(`Types, lint, import rules and tests took ${Math.round(performance.now() / 1000)} s.`)

const nothingRan = tests.passed === 0 && tests.failed === 0
if (nothingRan) console.log('No test ran, which counts as a failure.')
const failed = tests.failed + checks.filter((check) => !check.passed).length + Number(nothingRan)
const passed = tests.passed + checks.filter((check) => check.passed).length
console.log(closingLine({ ...tests, passed, failed }))
process.exitCode = failed ? 1 : 0
