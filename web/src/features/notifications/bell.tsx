/** The bell: how many notifications are unread, their list, and a toast for what arrives. */
import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Notification } from '#contract/views.ts'
import type { RoomView } from '#web/feed/use-room.ts'
import classes from './inbox.module.css'
import { useArrivalToast } from './use-arrival-toast.ts'

/** A list of notifications, newest first and none of them archived, and how current it is. */
export interface InboxView extends Omit<RoomView<Notification>, 'rows'> {
  inbox: readonly Notification[]
}

/** Whether the rows are what the server has, or had when it was last heard. */
export const isKnown = ({ status }: Pick<InboxView, 'status'>) => status !== 'loading' && status !== 'error'

/** Fetched when the bell is first used. */
const InboxDrawer = lazy(async () => ({ default: (await import('./inbox-drawer.tsx')).InboxDrawer }))

export function Bell(view: InboxView) {
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
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
        {wanted && <InboxDrawer {...view} opened={opened} close={() => setOpened(false)} />}
      </Suspense>
    </>
  )
}
