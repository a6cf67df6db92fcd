/** Endpoints of reports: full bins and open reports. */
import { z } from 'zod'
import { ReportBinFull } from '../commands/reports.ts'
import { endpointsOf, list, written } from '../door/endpoint.ts'
import { reports as lines } from '../lines/reports.ts'
import { Report, ThresholdStatus } from '../views/reports.ts'

const number = z.number()

export const reports = endpointsOf(lines, {
  reportBinFull: {
    summary: 'Report the own bin as full',
    body: ReportBinFull,
    answer: written({ report: Report, total: number, threshold: number, reportedCount: number }),
  },
  reopenReport: {
    summary: 'Say within 48 hours that the own bin was not collected; the report is open again under its next number',
    answer: written({ report: Report }),
  },
  undoCollection: {
    summary: 'Take back within 48 hours that a report was collected; it is open again under its next number',
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
    summary: 'How near each zone is to its collection',
    answer: ThresholdStatus,
  },
})
