/**
 * Sends what residents and drivers stored while offline: reports and route sheet entries.
 * An outbox is open while a user of its role is signed in.
 */
import { t } from '@lingui/core/macro'
import type { Role } from '#domain/city.ts'
import type { MessageDisplay } from '#web/features/driver/send-actions.ts'
import { reportBinFull } from '#web/features/reports/calls.ts'
import type { Store } from '#web/lib/api/api.ts'
import { type Outbox, openOutbox, sendOneByOne } from '../lib/outbox/outbox.ts'
import { reportEntries } from '../lib/outbox/report-store.ts'
import { entryBodyOf, isSendDelayed } from '../lib/outbox/stored.ts'
import { nextActionsToSend, type StoredAction } from '../lib/outbox/stored-action.ts'
import { type StoredReport, storedActionsShown, storedReportsShown } from '../lib/outbox/stored-report.ts'

interface OutboxOfRole {
  role: Role
  open(userId: string): Outbox
  /** Hides the outbox entries of the previous user. */
  clear(): void
}

/** The part of the state that tells whether the feed reaches the server. */
interface WithFeed {
  feed?: { phase: string }
}

/** Opens a user's outbox at sign-in and closes it at sign-out. */
export function openOutboxWhileSignedIn(store: Store, { role, open, clear }: OutboxOfRole, tab: Window): void {
  let owner: string | null = null
  let outbox: Outbox | null = null
  let heard = false

  const follow = () => {
    const { user, token } = store.getState().session
    const next = user?.role === role && token ? user.id : null
    if (next !== owner) {
      outbox?.close()
      outbox = null
      const hadOwner = owner !== null
      // `clear` calls this function again, so `owner` must be set first.
      owner = next
      // Clears the stored entries only if a user was signed in before.
      // Otherwise, the visible entries may already belong to the new user.
      if (hadOwner) clear()
      if (next) outbox = open(next)
    }
    const live = (store.getState() as WithFeed).feed?.phase === 'live'
    if (live && !heard) outbox?.wake()
    heard = live
  }
  const wake = () => outbox?.wake()

  follow()
  store.subscribe(follow)
  tab.addEventListener('online', wake)
  tab.document.addEventListener('visibilitychange', () => tab.document.visibilityState === 'visible' && wake())
}

/** Preloads the sign-out dialog, which is needed offline. */
function preloadSignOutDialog(): void {
  import('./sign-out-dialog.tsx').catch((error) => console.warn('The sign-out dialog could not be loaded.', error))
}

async function showReportResult({ refusal }: StoredReport): Promise<void> {
  const { showToast } = await import('#web/ui/toasts.tsx')
  if (refusal === undefined) showToast('success', t`Report submitted successfully!`, t`You are online again.`)
  else showToast('error', t`Your report was not accepted`, refusal)
}

/** Sends reports that a resident made offline, and shows the results. */
export function sendWaitingReports(store: Store): void {
  const send = sendOneByOne<StoredReport>(async (stored) => {
    const call = { body: entryBodyOf(stored), key: stored.key }
    const { report } = await store.dispatch(reportBinFull.initiate(call)).unwrap()
    return report.id
  })
  const show = (stored: readonly StoredReport[]) => {
    // Omits reports that the open report dialog is about to send itself.
    const reports = stored.filter((report) => !isSendDelayed(report, Date.now()))
    if (reports.length > 0) preloadSignOutDialog()
    store.dispatch(storedReportsShown(reports))
  }
  openOutboxWhileSignedIn(
    store,
    {
      role: 'resident',
      open: (userId) => openOutbox({ userId, shelf: reportEntries, send, show, answered: showReportResult }),
      clear: () => show([]),
    },
    window,
  )
}

const showMessage: MessageDisplay = (kind, title, detail) => {
  import('#web/ui/toasts.tsx').then(
    ({ showToast }) => showToast(kind, title, detail),
    (error) => console.warn('A message could not be shown.', title, error),
  )
}

/**
 * Sends a driver's stored actions in order and shows those refused.
 * Loads the code on demand, because residents do not need it.
 */
export async function sendWaitingDriverActions(store: Store): Promise<void> {
  const [{ createDriverActionCalls }, { createDriverActionSender }, { actionEntries }] = await Promise.all([
    import('#web/features/driver/calls.ts'),
    import('#web/features/driver/send-actions.ts'),
    import('../lib/outbox/action-store.ts'),
  ])
  const send = createDriverActionSender(createDriverActionCalls(store), showMessage)
  const show = (actions: readonly StoredAction[] | undefined) => {
    if (actions?.length) preloadSignOutDialog()
    store.dispatch(storedActionsShown(actions))
  }
  const answered = ({ refusal }: StoredAction) => {
    if (refusal !== undefined) showMessage('warning', t`Not accepted`, refusal)
  }
  openOutboxWhileSignedIn(
    store,
    {
      role: 'driver',
      open: (userId) =>
        openOutbox({ userId, shelf: actionEntries, next: nextActionsToSend, send, show, answered, keepsSent: true }),
      clear: () => show(undefined),
    },
    window,
  )
}
