/** Sends the reports that a resident made offline and shows each result. */

import type { Store } from '#web/calls/store.ts'
import { reportBinFull } from '#web/features/reports/report-bin-full.ts'
import { startOutbox } from '#web/outbox/start.ts'
import type { StoredReport } from '#web/outbox/stored-report.ts'

async function answered({ refusal }: StoredReport): Promise<void> {
  const { toast } = await import('#web/components/toasts.tsx')
  if (refusal === undefined) toast('success', 'Report submitted successfully!', 'The network is back.')
  else toast('error', 'Your report was not accepted', refusal)
}

export function sendWaitingReports(store: Store): void {
  const send = async ({ key, userId, description }: StoredReport) => {
    const { report } = await store.dispatch(reportBinFull.initiate({ body: { userId, description }, key })).unwrap()
    return report.id
  }
  startOutbox(store, { send, answered }, window)
}
