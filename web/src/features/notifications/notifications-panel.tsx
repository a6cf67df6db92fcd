/** The dispatchers' notifications: recent ones, and archived ones on demand. */

import { Button, Skeleton } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { lookUp } from '#rules/dictionary.ts'
import { NewRows } from '#web/components/new-rows.tsx'
import { Panel, PanelRows } from '#web/components/panel.tsx'
import { EmptyState, ErrorState } from '#web/components/states.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import { useHeldRows } from '#web/hooks/held-rows.ts'
import { NotificationItem } from './notification-item.tsx'

export function NotificationsPanel({ className }: { className?: string | undefined }) {
  const [archived, setArchived] = useState(false)
  const room = useRoom('notifications')
  return (
    <Panel
      title={archived ? 'Archived notifications' : 'Recent notifications'}
      className={className}
      scrolls
      aside={
        <Button
          variant="subtle"
          size="sm"
          h={44}
          px="xs"
          my={-8}
          mr={-8}
          aria-pressed={archived}
          onClick={() => setArchived(!archived)}
        >
          {archived ? 'Hide Archived' : 'Show Archived'}
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
  const { shown, gone, ...news } = useHeldRows(rows.filter((row) => row.archived === archived))
  if (status === 'loading') return <Skeleton height={112} />
  if (status === 'error') {
    const failure = archived ? 'Failed to fetch archived notifications' : 'Failed to fetch notifications'
    return <ErrorState message={error ?? failure} retry={retry} />
  }
  if (shown.length === 0) {
    return (
      <EmptyState icon={IconBell} title={archived ? 'No archived notifications.' : 'No new notifications.'}>
        {archived
          ? 'Alerts move here when you archive them or when their zone is collected.'
          : 'You are alerted here when a zone has enough reports for a collection.'}
      </EmptyState>
    )
  }
  return (
    <PanelRows>
      <NewRows {...news} of="notifications" />
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
