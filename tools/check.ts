/** Runs `npm run check`: types, lint and import rules in parallel. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { printStyleReport } from './style-report.ts'

interface CheckResult {
  name: string
  passed: boolean
  output: string
}

const root = join(import.meta.dirname, '..')
const inPackages = (script: string) => join(root, 'node_modules', script)

const CHECKS: Record<string, string[]> = {
  // Type checks use the Go version of TypeScript, which needs half the processor time.
  // Only the import rules need the JavaScript version.
  // Uses one checker thread, because more threads would repeat half of the work.
  types: [inPackages('typescript-in-go/bin/tsc'), '--noEmit', '--pretty', 'false', '--checkers', '1'],
  lint: [inPackages('@biomejs/biome/bin/biome'), 'ci', '--colors=off'],
  messages: [join(import.meta.dirname, 'messages.ts'), 'check'],
  lookups: [join(import.meta.dirname, 'check-lookups.ts')],
  'import rules': [
    inPackages('dependency-cruiser/bin/dependency-cruiser.mjs'),
    ...['--config', '.dependency-cruiser.cjs', '.'],
  ],
}

export const runChecks = (): Promise<CheckResult[]> =>
  Promise.all(Object.entries(CHECKS).map(([name, command]) => runCheck(name, command)))

/** Prints each result, and the findings of failed checks. */
export function printChecks(results: readonly CheckResult[]): void {
  for (const { name, passed, output } of results) console.log(passed ? `✓ ${name}` : `✗ ${name}\n${output}`)
}

function runCheck(name: string, command: readonly string[]): Promise<CheckResult> {
  const options = { cwd: root, maxBuffer: 1 << 26 }
  return new Promise((resolve) => {
    execFile(process.execPath, command, options, (error, stdout, stderr) => {
      resolve({ name, passed: error === null, output: `${stdout}${stderr}`.trim() })
    })
  })
}

if (import.meta.main) {
  const results = await runChecks()
  printChecks(results)
  printStyleReport(root)
  process.exitCode = results.every((result) => result.passed) ? 0 : 1
}
