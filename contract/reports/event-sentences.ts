/** Sentences that describe the events of residents' reports. */

import { msg } from '#contract/languages/message.ts'
import { appendDetails, describeReport, type EventSentences } from '../event-names.ts'
import type { reportEvents as events } from './events.ts'

export const reportEventSentences: EventSentences<keyof typeof events> = {
  BinReportedFull: ({ userId, zone, unconfirmed }, { person }) =>
    appendDetails(msg`${{ who: person(userId) }} reported a full bin in ${{ zone }}`, [
      unconfirmed && msg`from an unconfirmed account`,
    ]),
  ReportConfirmed: ({ reportId, zone }, names) =>
    msg`${{ report: describeReport(reportId, names) }} in ${{ zone }} counts now: its account was confirmed`,
  BinPlaced: ({ userId, source }, { person }) =>
    source === 'driver'
      ? msg`A driver added the place of the bin of ${{ who: person(userId) }}`
      : msg`${{ who: person(userId) }} added the place of their bin`,
  ReportReopened: ({ previousId, reportId, zone, reason, reopenedBy }, names) => {
    const who = names.person(reopenedBy)
    const [previous, next] = [describeReport(previousId, names), describeReport(reportId, names)]
    return reason === 'mistake'
      ? msg`${{ who }} undid the collection of ${{ previous }} in ${{ zone }} and reopened it as ${{ next }}`
      : msg`${{ who }} said that ${{ previous }} in ${{ zone }} was not collected and reopened it as ${{ next }}`
  },
}
