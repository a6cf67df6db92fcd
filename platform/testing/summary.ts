/** The end of a test run in words: what passed, what ran against the real thing, and what did not. */
import type { BackingReport } from './backings.ts'

/** The part of Vitest's JSON report that is counted. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  success: boolean
  testResults: { status: string; assertionResults: unknown[] }[]
}

export interface Counts {
  passed: number
  failed: number
  skipped: number
}

/** Counts tests; a file that could not even be loaded counts as a failure, and so does a run that failed for no test's fault. */
export function countTests(report: VitestReport): Counts {
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const failed = report.numFailedTests + unloaded.length
  return {
    passed: report.numPassedTests,
    failed: report.success || failed > 0 ? failed : 1,
    skipped: report.numPendingTests,
  }
}

const order = (a: BackingReport, b: BackingReport) =>
  a.port.localeCompare(b.port) || a.backing.localeCompare(b.backing) || a.ran.localeCompare(b.ran)

/** One line for each backing of each port, from the JSON lines that the tests left; each is named once. */
export function describeBackings(jsonLines: string): string[] {
  const reports = new Map<string, BackingReport>()
  for (const line of jsonLines.split('\n').filter(Boolean)) {
    const report = JSON.parse(line) as BackingReport
    reports.set(`${report.port}/${report.backing}/${report.ran}`, report)
  }
  return [...reports.values()].sort(order).map(({ port, backing, ran, why }) => {
    return `  ${ran.padEnd(11)}  ${port}: ${backing}${why ? ` (${why})` : ''}`
  })
}

/** The line that closes a test run. */
export function closingLine({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`
}
