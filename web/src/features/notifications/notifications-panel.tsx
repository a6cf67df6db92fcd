/** The dispatchers' notifications: recent ones, and on request archived ones. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Skeleton } from '@mantine/core'
import { IconArchive, IconBell, IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Notification } from '#contract/views.ts'
import { lookUp } from '#domain/dictionary.ts'
import { useRoom, useRowHighlight } from '#web/lib/feed/use-room.ts'
import { useFrozenRows } from '#web/lib/hooks/frozen-rows.ts'
import { useCommandsDisabled } from '#web/lib/hooks/replay-context.ts'
import { Badge, RelativeTime, SimulatedBadge } from '#web/ui/marks.tsx'
import { Panel, PanelRows } from '#web/ui/page.tsx'
import { NewRowsButton } from '#web/ui/rows.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'
import { toastFailure } from '#web/ui/toasts.tsx'
import { useCommand, useUndoOffer } from '#web/ui/use-command.tsx'
import { useArchiveNotificationMutation, useReadNotificationMutation } from './inbox.ts'
import classes from './notifications.module.css'

export function NotificationsPanel({ className }: { className?: string | undefined }) {
  const [archived, setArchived] = useState(false)
  const room = useRoom('notifications')
  return (
    <Panel
      title={archived ? t`Archived notifications` : t`Recent notifications`}
      className={className}
      scrolls
      aside={
        <Button
          variant="subtle"
          size="sm"
          px="xs"
          my={-8}
          mr={-8}
          aria-pressed={archived}
          onClick={() => setArchived(!archived)}
        >
          {archived ? t`Hide Archived` : t`Show Archived`}
        </Button>
      }
    >
      <List key={String(archived)} {...room} archived={archived} />
    </Panel>
  )
}

function List({
  rows,
  status,
  error,
  arrivals,
  retry,
  archived,
}: ReturnType<typeof useRoom<'notifications'>> & { archived: boolean }) {
  const { shown, gone, ...news } = useFrozenRows(rows.filter((row) => row.archived === archived))
  if (status === 'loading') return <Skeleton height={112} />
  if (status === 'error') {
    const failure = archived ? t`Failed to fetch archived notifications` : t`Failed to fetch notifications`
    return <ErrorState message={error ?? failure} retry={retry} />
  }
  if (shown.length === 0) {
    return (
      <EmptyState icon={IconBell} title={archived ? t`No archived notifications.` : t`No new notifications.`}>
        {archived
          ? t`Alerts move here when you archive them or when their zone is collected.`
          : t`You are alerted here when a zone has enough reports for a collection.`}
      </EmptyState>
    )
  }
  return (
    <PanelRows>
      <NewRowsButton {...news} of="notifications" />
      {shown.map((notification) => (
        <NotificationItem
          key={notification.id}
          notification={notification}
          gone={gone(notification.id)}
          arrivedAt={lookUp(arrivals, notification.id)}
        />
      ))}
    </PanelRows>
  )
}

interface NotificationItemProps {
  notification: Notification
  /** True for a removed notification that stays visible while the user interacts with the list. */
  gone: boolean
  arrivedAt: number | undefined
}

function NotificationItem({ notification, gone, arrivedAt }: NotificationItemProps) {
  const { id, title, message, timestamp, read, archived } = notification
  const marked = useRowHighlight(arrivedAt)
  const off = useCommandsDisabled()
  const [readNotification] = useReadNotificationMutation()
  const [archiveNotification] = useArchiveNotificationMutation()
  const offerUndo = useUndoOffer()
  const { pending, send } = useCommand('notifications')
  const still = pending || gone

  async function change(what: 'read' | 'archive') {
    if (still) return
    const call = what === 'read' ? readNotification : archiveNotification
    try {
      const done = await send({ id, what }, (key) => call({ id, key }).unwrap())
      if (done && what === 'archive')
        void offerUndo({ by: 'restoreNotification', id, title: t`Notification archived`, detail: title })
    } catch (error) {
      toastFailure(error, t`Failed to update the notification`)
    }
  }

  return (
    <li className={classes.item} data-marked={marked || undefined} data-gone={gone || undefined} aria-busy={pending}>
      <div className={classes.head}>
        <h3 className={classes.title}>{title}</h3>
        {!read && (
          <Badge tone="new">
            <Trans>New</Trans>
          </Badge>
        )}
      </div>
      <p className={classes.message}>
        <span>{message}</span> <SimulatedBadge of={notification} />
      </p>
      <div className={classes.foot}>
        <RelativeTime iso={timestamp} />
        <span className={classes.actions}>
          {!read && (
            <Button
              variant="subtle"
              color="gray"
              size="sm"
              px="xs"
              leftSection={<IconCheck size={16} />}
              aria-disabled={still}
              data-disabled={gone || undefined}
              onClick={() => void change('read')}
              {...off}
            >
              <Trans>Mark as read</Trans>
            </Button>
          )}
          {!archived && (
            <Button
              variant="subtle"
              color="gray"
              size="sm"
              px="xs"
              leftSection={<IconArchive size={16} />}
              aria-disabled={still}
              data-disabled={gone || undefined}
              onClick={() => void change('archive')}
              {...off}
            >
              <Trans>Archive</Trans>
            </Button>
          )}
        </span>
      </div>
    </li>
  )
}
