/** Marks notifications read; busy until the feed shows it. */
import { useAttempt } from '#web/calls/attempt.ts'
import { useSession } from '#web/calls/session.ts'
import { toastFailure } from '#web/calls/toast-failure.ts'
import { toastCatchingUp } from '#web/components/toasts.tsx'
import { usePending } from '#web/feed/use-pending.ts'
import { inboxRooms } from './inbox-rooms.ts'
import { useReadNotificationMutation } from './keep-notification.ts'

/** `wereRead` receives the ids once the server has stored them. */
export function useMarkRead(wereRead?: (ids: readonly string[]) => void) {
  const { user } = useSession()
  const attempt = useAttempt()
  const [readNotification] = useReadNotificationMutation()
  const { pending, run } = usePending(...(user ? inboxRooms(user.role) : []))

  /** Those before a failure stay read. */
  async function readAll(ids: readonly string[]) {
    let position = '0'
    for (const id of ids) {
      position = (await attempt(id, (key) => readNotification({ id, key }).unwrap())).position
      wereRead?.([id])
    }
    return { position }
  }

  return {
    pending,
    async markRead(ids: readonly string[]) {
      try {
        const done = await run(() => readAll(ids))
        if (done && !done.arrived) toastCatchingUp()
      } catch (error) {
        toastFailure(error, 'Failed to update the notification')
      }
    },
  }
}
