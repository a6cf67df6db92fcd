/** The bell: number of unread notifications, their list, and a toast for arrivals. */

import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { LazyDialog, prefetching } from '#web/components/lazy-dialog.tsx'
import classes from './inbox.module.css'
import { type InboxView, isKnown } from './inbox-view.ts'
import { useArrivalToast } from './use-arrival-toast.ts'

const load = async () => (await import('./inbox-drawer.tsx')).InboxDrawer

export function Bell(view: InboxView) {
  const [opened, setOpened] = useState(false)
  const { inbox } = view
  const unread = inbox.filter(({ read }) => !read).length
  useArrivalToast(inbox, isKnown(view), opened)
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
        {...prefetching(load)}
      >
        <IconBell size={20} stroke={1.75} aria-hidden="true" />
        {unread > 0 && (
          <span className={classes.count} aria-hidden="true">
            {unread}
          </span>
        )}
      </ActionIcon>
      <LazyDialog load={load} props={{ ...view, opened, close: () => setOpened(false) }} />
    </>
  )
}
