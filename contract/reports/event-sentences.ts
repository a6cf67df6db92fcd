/** Sentences of residents' reports. */

import { report, type Sentences } from '../event-names.ts'
import type { reports as events } from './events.ts'

export const reports: Sentences<keyof typeof events> = {
  BinReportedFull: ({ userId, zone, unconfirmed }, { person }) =>
    `${person(userId)} reported a full bin in ${zone}${unconfirmed ? ', from an unconfirmed account' : ''}`,
  ReportConfirmed: ({ reportId, zone }, names) =>
    `${report(reportId, names)} in ${zone} counts now: its account was confirmed`,
  BinPlaced: ({ userId, source }, { person }) =>
    source === 'driver'
      ? `A driver noted where the bin of ${person(userId)} is`
      : `${person(userId)} said where their bin is`,
  ReportReopened: ({ previousId, reportId, zone, reason, reopenedBy }, names) => {
    const who = names.person(reopenedBy)
    const what = `${report(previousId, names)} in ${zone}`
    return reason === 'mistake'
      ? `${who} undid the collection of ${what} and reopened it as ${report(reportId, names)}`
      : `${who} said that ${what} was not collected and reopened it as ${report(reportId, names)}`
  },
}
