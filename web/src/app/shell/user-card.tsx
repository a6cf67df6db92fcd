/** The signed-in user with links to profile and sign-out. */

import { UnstyledButton } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { User } from '#contract/views.ts'
import { useSession } from '#web/lib/api/session.ts'
import { initialsOf } from '#web/lib/format/names.ts'
import { useOutbox } from '#web/lib/outbox/stored-report.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import classes from './user-card.module.css'

const NAMELESS = 'User'

const SignOutDialog = lazyWithRetry(async () => (await import('#web/app/sign-out-dialog.tsx')).SignOutDialog)

export function UserCard({ user }: { user: User }) {
  const name = user.name.trim() || NAMELESS
  return (
    <Link to={`/${user.role}/profile`} className={classes.card} title="Your profile">
      <span className={classes.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span className={classes.who}>
        <span className={classes.name}>{name}</span>
        <span className={classes.email}>{user.email}</span>
      </span>
    </Link>
  )
}

export function LogoutButton({ className }: { className?: string }) {
  const { signOut } = useSession()
  const { waiting } = useOutbox()
  const [asking, setAsking] = useState(false)
  const leave = () => (waiting.length > 0 ? setAsking(true) : signOut())
  return (
    <>
      <UnstyledButton className={`${classes.logout} ${className ?? ''}`} onClick={leave}>
        <IconLogout size={18} stroke={1.75} aria-hidden="true" />
        <span>Logout</span>
      </UnstyledButton>
      {asking && (
        <Suspense>
          <SignOutDialog stay={() => setAsking(false)} leave={signOut} />
        </Suspense>
      )}
    </>
  )
}
