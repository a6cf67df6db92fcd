/** One notification to the dispatchers, with what can be done about it. */
import { Button } from '@mantine/core'
import { IconArchive, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Notification } from '#contract/views.ts'
import { failureText, idempotencyKey } from '#web/app/api.ts'
import { Badge } from '#web/components/badge.tsx'
import { useMarked } from '#web/components/marked.ts'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { toast, toastCatchingUp } from '#web/components/toasts.tsx'
import { usePending } from '#web/feed/use-pending.ts'
import { useArchiveNotificationMutation, useReadNotificationMutation } from './keep-notification.ts'
import classes from './notifications-panel.module.css'

export interface NotificationItemProps {
  notification: Notification
  arrivedAt: number | undefined
}

export function NotificationItem({ notification, arrivedAt }: NotificationItemProps) {
  const { id, title, message, timestamp, read, archived } = notification
  const marked = useMarked(arrivedAt)
  const [keys] = useState(() => ({ read: idempotencyKey(), archive: idempotencyKey() }))
  const [readNotification] = useReadNotificationMutation()
  const [archiveNotification] = useArchiveNotificationMutation()
  const { pending, run } = usePending('notifications')

  async function change(command: Parameters<typeof run>[0]) {
    try {
      const done = await run(command)
      if (done && !done.arrived) toastCatchingUp()
    } catch (error) {
      toast('error', failureText(error, 'Failed to update the notification'))
    }
  }

  return (
    <li className={classes.item} data-marked={marked || undefined} aria-busy={pending}>
      <div className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        {!read && <Badge tone="new">New</Badge>}
      </div>
      <p className={classes.message}>{message}</p>
      <div className={classes.foot}>
        <RelativeTime iso={timestamp} />
        <span className={classes.actions}>
          {!read && (
            <Button
              variant="subtle"
              color="gray"
              size="sm"
              h={44}
              px="xs"
              leftSection={<IconCheck size={16} />}
              aria-disabled={pending}
              onClick={() => void change(() => readNotification({ id, key: keys.read }).unwrap())}
            >
              Mark read
            </Button>
          )}
          {!archived && (
            <Button
              variant="subtle"
              color="gray"
              size="sm"
              h={44}
              px="xs"
              leftSection={<IconArchive size={16} />}
              aria-disabled={pending}
              onClick={() => void change(() => archiveNotification({ id, key: keys.archive }).unwrap())}
            >
              Archive
            </Button>
          )}
        </span>
      </div>
    </li>
  )
}
