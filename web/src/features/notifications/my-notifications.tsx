/** The bell in the shell: how many of one's own notifications are unread, their list, and a toast for what arrives. */
import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { Drawer } from '#web/components/drawer.tsx'
import { useRoom } from '#web/feed/use-room.ts'
import classes from './inbox.module.css'
import { Inbox } from './inbox.tsx'
import { inboxOf } from './own-notifications.ts'
import { useArrivalToast } from './use-arrival-toast.ts'

export function MyNotifications() {
  const room = useRoom('my-notifications')
  const [opened, setOpened] = useState(false)
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
        onClick={() => setOpened(true)}
      >
        <IconBell size={20} stroke={1.75} aria-hidden="true" />
        {unread > 0 && (
          <span className={classes.count} aria-hidden="true">
            {unread}
          </span>
        )}
      </ActionIcon>
      <Drawer title="Your notifications" opened={opened} close={() => setOpened(false)}>
        <Inbox {...room} inbox={inbox} />
      </Drawer>
    </>
  )
}
