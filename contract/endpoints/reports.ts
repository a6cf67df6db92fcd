/** The reports' endpoints: a bin is full, and what is open. */
import { z } from 'zod'
import { ReportBinFull } from '../commands/reports.ts'
import { create, get, list, written } from '../endpoint.ts'
import { Report, ThresholdStatus } from '../views/reports.ts'

const number = z.number()

export const reports = {
  reportBinFull: create('/auth/report-bin-full', ['resident'], 'Report the own bin as full', {
    body: ReportBinFull,
    answer: written({ report: Report, total: number, threshold: number, reportedCount: number }),
  }),
  userReports: get('/auth/reports/user/:id', ['resident', 'admin'], "A resident's reports, newest first", {
    answer: list('reports', Report),
  }),
  activeReports: get('/auth/reports/active', ['dispatcher', 'admin'], 'Open reports of all zones, newest first', {
    answer: list('reports', Report),
  }),
  thresholdStatus: get(
    '/auth/reports/threshold-status',
    ['dispatcher', 'admin'],
    'How near each zone is to its collection',
    { answer: ThresholdStatus },
  ),
}
