/** The bell: number of unread notifications, their list, and a toast for arrivals. */

import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useState } from 'react'
import { LazyDialog, prefetching } from '#web/components/lazy-dialog.tsx'
import { figure } from '#web/format/numbers.ts'
import classes from './inbox.module.css'
import { type CountedInbox, isKnown } from './inbox-view.ts'
import { useArrivalToast } from './use-arrival-toast.ts'
import { unreadIn } from './use-counts.ts'

const load = async () => (await import('./inbox-drawer.tsx')).InboxDrawer

export function Bell(view: CountedInbox) {
  const [opened, setOpened] = useState(false)
  const { inbox, counts } = view
  const unread = counts?.unread ?? unreadIn(inbox)
  useArrivalToast(inbox, isKnown(view), opened)
  return (
    <>
      <ActionIcon
        variant="transparent"
        color="inherit"
        size={44}
        className={classes.bell}
        aria-label={unread > 0 ? `Your notifications, ${figure(unread)} unread` : 'Your notifications'}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
        {...prefetching(load)}
      >
        <IconBell size={20} stroke={1.75} aria-hidden="true" />
        {unread > 0 && (
          <span className={classes.count} aria-hidden="true">
            {figure(unread)}
          </span>
        )}
      </ActionIcon>
      <LazyDialog load={load} props={{ ...view, opened, close: () => setOpened(false) }} />
    </>
  )
}
