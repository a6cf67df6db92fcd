/** Sends reports that a resident made offline, and shows the results. */

import { t } from '@lingui/core/macro'
import { reportBinFull } from '#web/features/reports/calls.ts'
import type { Store } from '#web/lib/api/store.ts'
import { type Outbox, type OutboxOptions, openOutbox } from '../lib/outbox/outbox.ts'
import { keptShown, type StoredReport } from '../lib/outbox/stored-report.ts'

type Calls = Pick<OutboxOptions, 'send' | 'answered'>

/** The part of the feed's state that shows whether the server is reachable. */
interface WithFeed {
  feed?: { phase: string }
}

/** Sends for each session of a resident until the page closes. Other roles do not report. */
function startOutbox(store: Store, calls: Calls, tab: Window): void {
  let owner: string | null = null
  let outbox: Outbox | null = null
  let heard = false

  const follow = () => {
    const { user, token } = store.getState().session
    const next = user?.role === 'resident' && token ? user.id : null
    if (next !== owner) {
      owner = next
      outbox?.close()
      outbox = null
      show([])
      if (next) {
        outbox = openOutbox({ userId: next, show, ...calls })
      }
    }
    const live = (store.getState() as WithFeed).feed?.phase === 'live'
    if (live && !heard) outbox?.wake()
    heard = live
  }
  const show = (reports: StoredReport[]) => {
    if (reports.length > 0) preloadDialog()
    return store.dispatch(keptShown(reports))
  }
  const wake = () => outbox?.wake()

  follow()
  store.subscribe(follow)
  tab.addEventListener('online', wake)
  tab.document.addEventListener('visibilitychange', () => tab.document.visibilityState === 'visible' && wake())
}

/** Preloads the dialog, because it appears while there is no network. */
function preloadDialog(): void {
  import('./sign-out-dialog.tsx').catch((error) => console.warn('The sign-out dialog could not be loaded.', error))
}

async function answered({ refusal }: StoredReport): Promise<void> {
  const { toast } = await import('#web/ui/toasts.tsx')
  if (refusal === undefined) toast('success', t`Report submitted successfully!`, t`You are online again.`)
  else toast('error', t`Your report was not accepted`, refusal)
}

export function sendWaitingReports(store: Store): void {
  const send = async ({ key, userId, description }: StoredReport) => {
    const { report } = await store.dispatch(reportBinFull.initiate({ body: { userId, description }, key })).unwrap()
    return report.id
  }
  startOutbox(store, { send, answered }, window)
}
