/** The bell with the notifications of the user's role. */
import { plural, t } from '@lingui/core/macro'
import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Notification } from '#contract/views.ts'
import { useSession } from '#web/lib/api/session.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { formatNumber } from '#web/lib/format/numbers.ts'
import { createPreloadHandlers, LazyDialog } from '#web/ui/page.tsx'
import { toastNews } from '#web/ui/toasts.tsx'
import {
  type CountedInbox,
  countUnread,
  findNewUnread,
  hasSharedNotifications,
  isInboxLoaded,
  mergeInboxes,
  useMergedRoleInbox,
  useOwnNotificationCounts,
  useRoleNotificationCounts,
} from './inbox.ts'
import classes from './notifications.module.css'

const load = async () => (await import('./inbox-drawer.tsx')).InboxDrawer

/** The bell: unread count, list, and a toast for each arrival. */
function Bell(view: CountedInbox) {
  const [opened, setOpened] = useState(false)
  const { inbox, counts } = view
  const unread = counts?.unread ?? countUnread(inbox)
  useArrivalToast(inbox, isInboxLoaded(view), opened)
  return (
    <>
      <ActionIcon
        variant="transparent"
        color="inherit"
        size={44}
        className={classes.bell}
        aria-label={unread > 0 ? t`Your notifications, ${formatNumber(unread)} unread` : t`Your notifications`}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
        {...createPreloadHandlers(load)}
      >
        <IconBell size={20} stroke={1.75} aria-hidden="true" />
        {unread > 0 && (
          <span className={classes.count} aria-hidden="true">
            {formatNumber(unread)}
          </span>
        )}
      </ActionIcon>
      <LazyDialog load={load} props={{ ...view, opened, close: () => setOpened(false) }} />
    </>
  )
}

export function MyNotifications() {
  const { user } = useSession()
  if (!user) return null
  return hasSharedNotifications(user.role) ? <RoleBell /> : <OwnBell />
}

function RoleBell() {
  const { end, ...view } = useMergedRoleInbox()
  const counts = useRoleNotificationCounts({ rows: view.inbox, hasMore: end !== undefined })
  return <Bell {...view} counts={counts} />
}

function OwnBell() {
  const { rows, ...room } = useRoom('my-notifications')
  const { inbox, end } = useMemo(() => mergeInboxes(rows), [rows])
  const counts = useOwnNotificationCounts({ rows: inbox, hasMore: end !== undefined })
  return <Bell {...room} inbox={inbox} counts={counts} />
}

/** Shows a toast for new notifications, except those that the first load returns. */
function useArrivalToast(inbox: readonly Notification[], loaded: boolean, listOpen: boolean): void {
  const seen = useRef<ReadonlySet<string> | null>(null)
  useEffect(() => {
    if (!loaded) return
    const [newest, ...others] = findNewUnread(seen.current, inbox)
    seen.current = new Set([...(seen.current ?? []), ...inbox.map(({ id }) => id)])
    if (!newest || listOpen) return
    if (others.length === 0) toastNews(newest.title, newest.message)
    else toastNews(plural(others.length + 1, { one: '# new notification', other: '# new notifications' }), newest.title)
  }, [inbox, loaded, listOpen])
}
