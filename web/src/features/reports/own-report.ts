/** Whether the reader has a report that waits: open on the server, on its way there, or kept on this device. */
import { useRoom } from '#web/feed/use-room.ts'
import type { KeptReport } from '#web/outbox/kept-report.ts'
import { useOutbox } from '#web/outbox/slice.ts'
import { openReport } from './open-report.ts'

/** Said where another report is to be made while one waits for a network. */
export const WAITING = 'Your report is waiting for network. Another can be made once that bin has been collected.'

export function useOwnReport() {
  const { rows } = useRoom('my-reports')
  const { waiting, sent, refused } = useOutbox()
  // What was sent counts until the feed has brought its row; from then on the row says how it stands.
  const onTheWay: KeptReport | undefined = sent.find(({ sentAs }) => !rows.some(({ id }) => id === sentAs))
  return { waiting: waiting[0], onTheWay, open: openReport(rows), sent, refused }
}
