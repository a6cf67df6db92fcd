/** Endpoints of reports: full bins and open reports. */
import { z } from 'zod'
import { commandAnswer, endpointsOf, list } from '../http/endpoint.ts'
import { ReportBinFull } from './commands.ts'
import { reports as lines } from './routes.ts'
import { Report, ThresholdStatus } from './views.ts'

const number = z.number()

export const reports = endpointsOf(lines, {
  reportBinFull: {
    summary: 'Report your bin as full',
    body: ReportBinFull,
    answer: commandAnswer({ report: Report, total: number, threshold: number, reportedCount: number }),
  },
  reopenReport: {
    summary: 'Reopen your report within 48 hours if the bin was not collected',
    answer: commandAnswer({ report: Report }),
  },
  undoCollection: {
    summary: 'Undo a collection mark within 48 hours; reopens the report',
    answer: commandAnswer({ report: Report }),
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
