/** Sends the reports that a resident made offline and shows each result. */

import { startOutbox } from '#web/app/outbox.ts'
import { reportBinFull } from '#web/features/reports/calls.ts'
import type { Store } from '#web/lib/api/store.ts'
import type { StoredReport } from '#web/lib/outbox/stored-report.ts'

async function answered({ refusal }: StoredReport): Promise<void> {
  const { toast } = await import('#web/ui/toasts.tsx')
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
