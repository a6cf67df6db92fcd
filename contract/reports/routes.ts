/** Routes of reports: full bins and open reports. */
import { create, get, post } from '../http/route.ts'

export const reports = {
  reportBinFull: create('/auth/report-bin-full', ['resident']),
  reopenReport: post('/auth/reports/:id/reopen', ['resident']),
  undoCollection: post('/auth/reports/:id/undo-collection', ['dispatcher']),
  userReports: get('/auth/reports/user/:id', ['resident', 'dispatcher', 'admin']),
  activeReports: get('/auth/reports/active', ['dispatcher', 'admin']),
  thresholdStatus: get('/auth/reports/threshold-status', ['dispatcher', 'admin']),
}
