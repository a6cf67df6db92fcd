/** Marks notifications read; busy until the feed shows it. */
import { useAttempt } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/api/session.ts'
import { usePending } from '#web/lib/feed/use-room.ts'
import { toastCatchingUp, toastFailure } from '#web/ui/toasts.tsx'
import { inboxRooms } from './inbox-rooms.ts'
import { useReadNotificationMutation } from './notification-calls.ts'

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
