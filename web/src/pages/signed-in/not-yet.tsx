/** The honest stand-in for screens that are not built yet: it says so, and what works now. */
import { Button } from '@mantine/core'
import { Link } from 'react-router'
import type { Role } from '#rules/city.ts'
import { useSession } from '#web/calls/session.ts'
import classes from '#web/components/notice.module.css'
import { useTitle } from '#web/hooks/title.ts'
import type { PageProps } from '#web/pages/portal.ts'

const worksNow: Partial<Record<Role, string>> = {
  recycler: 'What works now: your profile and settings, and what residents, dispatchers and admins do.',
  auditor: 'What works now: you are signed in, and every change is being recorded in the log that you will read here.',
}

export function NotYet({ label }: PageProps) {
  const { user } = useSession()
  useTitle(label ?? '')
  if (!user) return null
  return (
    <div className={`${classes.page} ${classes.inside}`}>
      <p className={classes.code}>{label ?? 'Site'}</p>
      <h1 className={classes.title}>This screen is not in this release yet</h1>
      <p className={classes.text}>{worksNow[user.role]}</p>
      <div className={classes.actions}>
        <Button component={Link} to={`/${user.role}/profile`} size="md">
          Go to your profile
        </Button>
      </div>
    </div>
  )
}
