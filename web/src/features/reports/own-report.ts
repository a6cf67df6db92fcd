/** The user's waiting report: open on the server, in transit, or stored on this device. */
import { useRoom } from '#web/lib/feed/use-room.ts'
import { type StoredReport, useOutbox } from '#web/lib/outbox/stored-report.ts'
import { openReport } from './open-report.ts'

/** Text for a second report while one waits for the network. */
export const REPORT_WAITING_TEXT =
  'Your report is waiting for network. Another can be made once that bin has been collected.'

export function useOwnReport() {
  const { rows } = useRoom('my-reports')
  const { waiting, sent, refused } = useOutbox()
  // A sent report counts until the feed delivers its row, which then has its state.
  const onTheWay: StoredReport | undefined = sent.find(({ sentAs }) => !rows.some(({ id }) => id === sentAs))
  return { waiting: waiting[0], onTheWay, open: openReport(rows), sent, refused }
}
