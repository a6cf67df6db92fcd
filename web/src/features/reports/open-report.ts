/** Which report is still waiting for its collection. */
import type { Report } from '#contract/views.ts'

/** The resident's open report: there is at most one. */
export function openReport(reports: readonly Report[]): Report | undefined {
  return reports.find(({ status }) => status === 'new' || status === 'in-progress')
}
