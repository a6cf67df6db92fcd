/** Sends reports that a resident made offline, and shows the results. */

import { t } from '@lingui/core/macro'
import { reportBinFull } from '#web/features/reports/calls.ts'
import type { Store } from '#web/lib/api/api.ts'
import { openOutbox, sendOneByOne } from '../lib/outbox/outbox.ts'
import { reportEntries } from '../lib/outbox/report-store.ts'
import { bodyOf, isSendHeld } from '../lib/outbox/stored.ts'
import { keptShown, type StoredReport } from '../lib/outbox/stored-report.ts'
import { openOutboxWhileSignedIn, preloadSignOutDialog } from './keep-outbox.ts'

async function answered({ refusal }: StoredReport): Promise<void> {
  const { toast } = await import('#web/ui/toasts.tsx')
  if (refusal === undefined) toast('success', t`Report submitted successfully!`, t`You are online again.`)
  else toast('error', t`Your report was not accepted`, refusal)
}

export function sendWaitingReports(store: Store): void {
  const send = sendOneByOne<StoredReport>(async (stored) => {
    const call = { body: bodyOf(stored), key: stored.key }
    const { report } = await store.dispatch(reportBinFull.initiate(call)).unwrap()
    return report.id
  })
  const show = (stored: readonly StoredReport[]) => {
    // Leaves out reports whose dialog is still open, because the dialog sends these reports itself.
    const reports = stored.filter((report) => !isSendHeld(report, Date.now()))
    if (reports.length > 0) preloadSignOutDialog()
    store.dispatch(keptShown(reports))
  }
  openOutboxWhileSignedIn(
    store,
    {
      role: 'resident',
      open: (userId) => openOutbox({ userId, shelf: reportEntries, send, show, answered }),
      clear: () => show([]),
    },
    window,
  )
}
