/** Marks one's own notifications read, one or many; busy until the feed has shown it. */
import { failureText } from '#web/calls/api.ts'
import { useAttempt } from '#web/calls/attempt.ts'
import { toast, toastCatchingUp } from '#web/components/toasts.tsx'
import { usePending } from '#web/feed/use-pending.ts'
import { useReadNotificationMutation } from './keep-notification.ts'

export function useMarkRead() {
  const attempt = useAttempt()
  const [readNotification] = useReadNotificationMutation()
  const { pending, run } = usePending('my-notifications')

  /** Those before a failure stay read. */
  async function readAll(ids: readonly string[]) {
    let position = '0'
    for (const id of ids) {
      position = (await attempt(id, (key) => readNotification({ id, key }).unwrap())).position
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
        toast('error', failureText(error, 'Failed to update the notification'))
      }
    },
  }
}
