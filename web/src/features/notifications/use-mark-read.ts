/** Marks one's own notifications read, one or many; busy until the feed has shown it. */
import { useRef } from 'react'
import { failureText, idempotencyKey } from '#web/app/api.ts'
import { toast, toastCatchingUp } from '#web/components/toasts.tsx'
import { usePending } from '#web/feed/use-pending.ts'
import { useReadNotificationMutation } from './keep-notification.ts'

export function useMarkRead() {
  const keys = useRef(new Map<string, string>())
  const [readNotification] = useReadNotificationMutation()
  const { pending, run } = usePending('my-notifications')

  /** A retry sends the same key again. */
  const keyOf = (id: string) => {
    const key = keys.current.get(id) ?? idempotencyKey()
    keys.current.set(id, key)
    return key
  }

  /** Those before a failure stay read. */
  async function readAll(ids: readonly string[]) {
    let position = '0'
    for (const id of ids) position = (await readNotification({ id, key: keyOf(id) }).unwrap()).position
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
