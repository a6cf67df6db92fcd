/** Selection of the open report. */
import type { Report } from '#contract/views.ts'

/** Returns the resident's open report; there is at most one. */
export function openReport(reports: readonly Report[]): Report | undefined {
  return reports.find(({ status }) => status === 'new' || status === 'in-progress')
}
