/** A notification of the dispatchers with its actions. */
import { Button } from '@mantine/core'
import { IconArchive, IconCheck } from '@tabler/icons-react'
import type { Notification } from '#contract/views.ts'
import { toastFailure } from '#web/calls/toast-failure.ts'
import { useUndo } from '#web/calls/use-undo.ts'
import { Badge, SimulatedBadge } from '#web/components/badge.tsx'
import { RelativeTime } from '#web/components/relative-time.tsx'
import { useMarked } from '#web/feed/marked.ts'
import { useCommand } from '#web/feed/use-command.ts'
import { useOff } from '#web/hooks/past.ts'
import { useArchiveNotificationMutation, useReadNotificationMutation } from './keep-notification.ts'
import words from './notification.module.css'
import classes from './notifications-panel.module.css'

export interface NotificationItemProps {
  notification: Notification
  /** True for a removed notification that stays frozen during interaction. */
  gone: boolean
  arrivedAt: number | undefined
}

export function NotificationItem({ notification, gone, arrivedAt }: NotificationItemProps) {
  const { id, title, message, timestamp, read, archived } = notification
  const marked = useMarked(arrivedAt)
  const off = useOff()
  const [readNotification] = useReadNotificationMutation()
  const [archiveNotification] = useArchiveNotificationMutation()
  const offerUndo = useUndo()
  const { pending, send } = useCommand('notifications')
  const still = pending || gone

  async function change(what: 'read' | 'archive') {
    if (still) return
    const call = what === 'read' ? readNotification : archiveNotification
    try {
      const done = await send({ id, what }, (key) => call({ id, key }).unwrap())
      if (done && what === 'archive')
        void offerUndo({ by: 'restoreNotification', id, title: 'Archived', detail: title })
    } catch (error) {
      toastFailure(error, 'Failed to update the notification')
    }
  }

  return (
    <li className={classes.item} data-marked={marked || undefined} data-gone={gone || undefined} aria-busy={pending}>
      <div className={words.head}>
        <h3 className={words.title}>{title}</h3>
        {!read && <Badge tone="new">New</Badge>}
      </div>
      <p className={words.message}>
        {message} <SimulatedBadge of={notification} />
      </p>
      <div className={words.foot}>
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
              aria-disabled={still}
              data-disabled={gone || undefined}
              onClick={() => void change('read')}
              {...off}
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
              aria-disabled={still}
              data-disabled={gone || undefined}
              onClick={() => void change('archive')}
              {...off}
            >
              Archive
            </Button>
          )}
        </span>
      </div>
    </li>
  )
}
