/** Who is signed in, and the way out. */
import { UnstyledButton } from '@mantine/core'
import { IconLogout } from '@tabler/icons-react'
import type { User } from '#contract/views.ts'
import { useSession } from '#web/app/session.ts'
import { initialsOf } from './navigation.ts'
import classes from './user-card.module.css'

const NAMELESS = 'User'

export function UserCard({ user }: { user: User }) {
  const name = user.name.trim() || NAMELESS
  return (
    <div className={classes.card}>
      <span className={classes.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span className={classes.who}>
        <span className={classes.name}>{name}</span>
        <span className={classes.email}>{user.email}</span>
      </span>
    </div>
  )
}

export function LogoutButton({ className }: { className?: string }) {
  const { signOut } = useSession()
  return (
    <UnstyledButton className={`${classes.logout} ${className ?? ''}`} onClick={signOut}>
      <IconLogout size={18} stroke={1.75} aria-hidden="true" />
      <span>Logout</span>
    </UnstyledButton>
  )
}
