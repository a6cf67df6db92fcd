/** The bell in the shell: how many of one's own notifications are unread, their list, and a toast for what arrives. */
import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useRoom } from '#web/feed/use-room.ts'
import classes from './inbox.module.css'
import { inboxOf } from './own-notifications.ts'
import { useArrivalToast } from './use-arrival-toast.ts'

/** Fetched when the bell is first used. */
const InboxDrawer = lazy(async () => ({ default: (await import('./inbox-drawer.tsx')).InboxDrawer }))

export function MyNotifications() {
  const room = useRoom('my-notifications')
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  const inbox = inboxOf(room.rows)
  const unread = inbox.filter(({ read }) => !read).length
  const known = room.status !== 'loading' && room.status !== 'error'
  useArrivalToast(inbox, known, opened)
  return (
    <>
      <ActionIcon
        variant="transparent"
        color="inherit"
        size={44}
        className={classes.bell}
        aria-label={unread > 0 ? `Your notifications, ${unread} unread` : 'Your notifications'}
        aria-haspopup="dialog"
        onClick={() => {
          setWanted(true)
          setOpened(true)
        }}
      >
        <IconBell size={20} stroke={1.75} aria-hidden="true" />
        {unread > 0 && (
          <span className={classes.count} aria-hidden="true">
            {unread}
          </span>
        )}
      </ActionIcon>
      <Suspense fallback={null}>
        {wanted && <InboxDrawer {...room} inbox={inbox} opened={opened} close={() => setOpened(false)} />}
      </Suspense>
    </>
  )
}
