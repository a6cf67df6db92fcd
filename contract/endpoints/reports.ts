/** Endpoints of reports: full bins and open reports. */
import { z } from 'zod'
import { ReportBinFull } from '../commands/reports.ts'
import { endpointsOf, list, written } from '../door/endpoint.ts'
import { reports as lines } from '../lines/reports.ts'
import { Report, ThresholdStatus } from '../views/reports.ts'

const number = z.number()

export const reports = endpointsOf(lines, {
  reportBinFull: {
    summary: 'Report your bin as full',
    body: ReportBinFull,
    answer: written({ report: Report, total: number, threshold: number, reportedCount: number }),
  },
  reopenReport: {
    summary: 'Reopen your report within 48 hours if the bin was not collected',
    answer: written({ report: Report }),
  },
  undoCollection: {
    summary: 'Undo a collection mark within 48 hours; reopens the report',
    answer: written({ report: Report }),
  },
  userReports: {
    summary: "A resident's reports, newest first",
    answer: list('reports', Report),
  },
  activeReports: {
    summary: 'Open reports of all zones, newest first',
    answer: list('reports', Report),
  },
  thresholdStatus: {
    summary: 'Collection progress of each zone',
    answer: ThresholdStatus,
  },
})
