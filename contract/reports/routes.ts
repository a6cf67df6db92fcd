/** Routes of reports: full bins and open reports. */
import { defineCreateRoute, defineFileRoute, defineGetRoute, definePostRoute, definePutRoute } from '../http/route.ts'

export const reportEndpointRoutes = {
  reportBinFull: defineCreateRoute('/auth/report-bin-full', ['resident']),
  reopenReport: definePostRoute('/auth/reports/:id/reopen', ['resident']),
  undoCollection: definePostRoute('/auth/reports/:id/undo-collection', ['dispatcher']),
  ownBin: defineGetRoute('/auth/bin', ['resident']),
  placeBin: definePutRoute('/auth/bin', ['resident']),
  reportDetail: defineGetRoute('/auth/report-details/:id', ['dispatcher']),
  /**
   * Returns the phone number of a report's sender.
   * Because it has its own route, no list, row or cached detail contains the number.
   */
  reportPhone: defineGetRoute('/auth/report-phones/:id', ['dispatcher']),
  reportPicture: defineFileRoute('/auth/report-pictures/:id', ['resident']),
  userReports: defineGetRoute('/auth/reports/user/:id', ['resident', 'dispatcher', 'admin']),
  activeReports: defineGetRoute('/auth/reports/active', ['dispatcher', 'admin']),
  thresholdStatus: defineGetRoute('/auth/reports/threshold-status', ['dispatcher', 'admin']),
}
