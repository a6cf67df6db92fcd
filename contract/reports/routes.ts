/** Routes of reports: full bins and open reports. */
import { create, file, get, post, put } from '../http/route.ts'

export const reportEndpointRoutes = {
  reportBinFull: create('/auth/report-bin-full', ['resident']),
  reopenReport: post('/auth/reports/:id/reopen', ['resident']),
  undoCollection: post('/auth/reports/:id/undo-collection', ['dispatcher']),
  ownBin: get('/auth/bin', ['resident']),
  placeBin: put('/auth/bin', ['resident']),
  reportDetail: get('/auth/report-details/:id', ['dispatcher']),
  /**
   * Returns the phone number of a reporter.
   * A route of its own, so that no list, row or cached detail contains a number.
   */
  reportPhone: get('/auth/report-phones/:id', ['dispatcher']),
  reportPicture: file('/auth/report-pictures/:id', ['resident']),
  userReports: get('/auth/reports/user/:id', ['resident', 'dispatcher', 'admin']),
  activeReports: get('/auth/reports/active', ['dispatcher', 'admin']),
  thresholdStatus: get('/auth/reports/threshold-status', ['dispatcher', 'admin']),
}
