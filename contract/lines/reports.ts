/** The reports' endpoints, as lines: a bin is full, and what is open. */
import { create, get } from '../line.ts'

export const reports = {
  reportBinFull: create('/auth/report-bin-full', ['resident']),
  userReports: get('/auth/reports/user/:id', ['resident', 'admin']),
  activeReports: get('/auth/reports/active', ['dispatcher', 'admin']),
  thresholdStatus: get('/auth/reports/threshold-status', ['dispatcher', 'admin']),
}
