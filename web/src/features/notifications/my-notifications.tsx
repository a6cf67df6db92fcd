/** The bell in the shell: how many notifications are unread, their list, and a toast for what arrives. */
import { ActionIcon } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useSession } from '#web/calls/session.ts'
import classes from './inbox.module.css'
import { useArrivalToast } from './use-arrival-toast.ts'
import { type InboxView, readsTogether, useOwnInbox, useRoleInbox } from './use-inbox.ts'
import { useKeptDevice } from './use-kept-device.ts'

/** Fetched when the bell is first used. */
const InboxDrawer = lazy(async () => ({ default: (await import('./inbox-drawer.tsx')).InboxDrawer }))

export function MyNotifications() {
  const { user } = useSession()
  useKeptDevice()
  if (!user) return null
  return readsTogether(user.role) ? <RoleBell /> : <OwnBell />
}

const RoleBell = () => <Bell {...useRoleInbox()} />
const OwnBell = () => <Bell {...useOwnInbox()} />

function Bell(view: InboxView) {
  const [opened, setOpened] = useState(false)
  const [wanted, setWanted] = useState(false)
  const { inbox, known } = view
  const unread = inbox.filter(({ read }) => !read).length
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
        {wanted && <InboxDrawer {...view} opened={opened} close={() => setOpened(false)} />}
      </Suspense>
    </>
  )
}
