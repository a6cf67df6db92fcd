/** `npm run check`: types, lint and import rules, side by side; each one is named with its outcome. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { printStyle } from './tools/style-report.ts'

/** One check that ran: whether it passed, and what it printed. */
export interface CheckResult {
  name: string
  passed: boolean
  output: string
}

const CHECKS: Record<string, string[]> = {
  // The compiler in Go, at half the processor time; the import rules read files by the one in JavaScript.
  types: ['typescript-in-go/bin/tsc', '--noEmit', '--pretty', 'false'],
  lint: ['@biomejs/biome/bin/biome', 'ci', '--colors=off'],
  lookups: ['../check-lookups.ts'],
  'import rules': ['dependency-cruiser/bin/dependency-cruiser.mjs', '--config', '.dependency-cruiser.cjs', '.'],
}

/** Runs every check at once. */
export const runChecks = (): Promise<CheckResult[]> =>
  Promise.all(Object.entries(CHECKS).map(([name, command]) => runCheck(name, command)))

/** Prints the outcome of each; only what failed prints its findings. */
export function printChecks(results: readonly CheckResult[]): void {
  for (const { name, passed, output } of results) console.log(passed ? `✓ ${name}` : `✗ ${name}\n${output}`)
}

function runCheck(name: string, [script = '', ...args]: string[]): Promise<CheckResult> {
  const command = [join(import.meta.dirname, 'node_modules', script), ...args]
  const options = { cwd: import.meta.dirname, maxBuffer: 1 << 26 }
  return new Promise((resolve) => {
    execFile(process.execPath, command, options, (error, stdout, stderr) => {
      resolve({ name, passed: error === null, output: `${stdout}${stderr}`.trim() })
    })
  })
}

if (import.meta.main) {
  const results = await runChecks()
  printChecks(results)
  printStyle(import.meta.dirname)
  process.exitCode = results.every((result) => result.passed) ? 0 : 1
}
