/** Summarizes a test run: passed tests, and which servers were real. */
import type { BackingReport } from './backings.ts'

/** Part of Vitest's JSON report that is counted. */
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

/**
 * Counts tests.
 * A file that could not load counts as a failure.
 * So does a run that failed without a failed test.
 */
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

/** Returns one line per server of each port from the tests' JSON lines, without duplicates. */
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

/** Returns the last line of a test run. */
export function closingLine({ passed, failed }: Counts): string {
  return `${passed} passed, ${failed} failed`
}
