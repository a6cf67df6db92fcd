/** Sends a driver's actions that were stored offline, in order, and shows which were not accepted. */
import { t } from '@lingui/core/macro'
import { createDriverActionCalls } from '#web/features/driver/calls.ts'
import { createDriverActionSender, type ShowMessage } from '#web/features/driver/send-actions.ts'
import type { Store } from '#web/lib/api/api.ts'
import { actionEntries } from '../lib/outbox/action-store.ts'
import { openOutbox } from '../lib/outbox/outbox.ts'
import { nextActionsToSend, type StoredAction } from '../lib/outbox/stored-action.ts'
import { actionsShown } from '../lib/outbox/stored-report.ts'
import { openOutboxWhileSignedIn, preloadSignOutDialog } from './keep-outbox.ts'

const say: ShowMessage = (kind, title, detail) => {
  import('#web/ui/toasts.tsx').then(
    ({ toast }) => toast(kind, title, detail),
    (error) => console.warn('A message could not be shown.', title, error),
  )
}

function answered({ refusal }: StoredAction): void {
  if (refusal !== undefined) say('warning', t`Not accepted`, refusal)
}

export function sendWaitingDriverActions(store: Store): void {
  const send = createDriverActionSender(createDriverActionCalls(store), say)
  const show = (actions: readonly StoredAction[] | undefined) => {
    if (actions?.length) preloadSignOutDialog()
    store.dispatch(actionsShown(actions))
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
