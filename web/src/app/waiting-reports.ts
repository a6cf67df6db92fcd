/** Sends the reports that a resident made offline and shows each result. */

import type { Store } from '#web/calls/store.ts'
import { reportBinFull } from '#web/features/reports/report-bin-full.ts'
import type { KeptReport } from '#web/outbox/kept-report.ts'
import { startOutbox } from '#web/outbox/start.ts'

async function answered({ refusal }: KeptReport): Promise<void> {
  const { toast } = await import('#web/components/toasts.tsx')
  if (refusal === undefined) toast('success', 'Report submitted successfully!', 'The network is back.')
  else toast('error', 'Your report was not accepted', refusal)
}

export function sendWaitingReports(store: Store): void {
  const send = async ({ key, userId, description }: KeptReport) => {
    const { report } = await store.dispatch(reportBinFull.initiate({ body: { userId, description }, key })).unwrap()
    return report.id
  }
  startOutbox(store, { send, answered }, window)
}
