/** Endpoints of reports: full bins and open reports. */
import { z } from 'zod'
import { createCommandAnswerSchema, createListAnswerSchema, defineEndpoints } from '../http/endpoint.ts'
import { ReportBinFullBody, SetBinPlaceBody } from './commands.ts'
import { reportEndpointRoutes as lines } from './routes.ts'
import { BinLocation, Report, ReportDetail, ThresholdStatus } from './views.ts'

const number = z.number()

export const reportEndpoints = defineEndpoints(lines, {
  reportBinFull: {
    summary: 'Report your bin as full',
    body: ReportBinFullBody,
    answer: createCommandAnswerSchema({ report: Report, total: number, threshold: number, reportedCount: number }),
  },
  reopenReport: {
    summary: 'Reopen your report within 48 hours if the bin was not collected',
    answer: createCommandAnswerSchema({ report: Report }),
  },
  undoCollection: {
    summary: 'Undo a collection mark within 48 hours; reopens the report',
    answer: createCommandAnswerSchema({ report: Report }),
  },
  ownBin: {
    summary: 'Where your bin is',
    answer: z.object({ bin: BinLocation }),
  },
  placeBin: {
    summary: 'Say where your bin is; a pin more than 2 km outside your zone needs `confirm`',
    body: SetBinPlaceBody,
    answer: createCommandAnswerSchema({ bin: BinLocation }),
  },
  reportPicture: {
    summary: 'Photo of the crew at your bin, by report',
    file: { types: ['image/jpeg'] },
  },
  reportDetail: {
    summary: 'Where the bin of a report is, and what the crew said there',
    answer: z.object({ report: ReportDetail }),
  },
  reportPhone: {
    summary: 'Phone number of the resident who reported by phone, while the report is open',
    answer: z.object({ phone: z.string() }),
  },
  userReports: {
    summary: "A resident's reports, newest first",
    answer: createListAnswerSchema('reports', Report),
  },
  activeReports: {
    summary: 'Open reports of all zones, newest first',
    answer: createListAnswerSchema('reports', Report),
  },
  thresholdStatus: {
    summary: 'Collection progress of each zone',
    answer: ThresholdStatus,
  },
})
