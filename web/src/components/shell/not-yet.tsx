/** The honest stand-in for screens that are not built yet: it says so, and what works now. */
import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import type { Role } from '#contract/city.ts'
import { homeOf } from '#web/app/home.ts'
import { useSession } from '#web/app/session.ts'
import { navigation } from './navigation.ts'
import classes from './notice.module.css'
import { useTitle } from './title.ts'

const worksNow: Record<Role, string> = {
  resident:
    'What works now: your dashboard, where you report your bin as full and follow your reports until the collection.',
  dispatcher:
    'What works now: the dashboard, with both zones, the open reports, notifications and the fleet, all of it live.',
  recycler: 'What works now: you are signed in, and residents and dispatchers use their live dashboards.',
  admin: 'What works now: you are signed in, and residents and dispatchers use their live dashboards.',
  auditor: 'What works now: you are signed in, and every change is being recorded in the log that you will read here.',
}

const hasDashboard: readonly Role[] = ['resident', 'dispatcher']

export function NotYet() {
  const { user } = useSession()
  const { pathname } = useLocation()
  const item = user && navigation[user.role].find(({ path }) => pathname === `/${user.role}/${path}`)
  useTitle(item?.label ?? '')
  if (!user) return null
  return (
    <div className={`${classes.page} ${classes.inside}`}>
      <p className={classes.code}>{item?.label ?? 'Site'}</p>
      <h1 className={classes.title}>This screen is not in this release yet</h1>
      <p className={classes.text}>{worksNow[user.role]}</p>
      {hasDashboard.includes(user.role) && (
        <div className={classes.actions}>
          <Button component={Link} to={homeOf(user.role)} size="md">
            Go to the dashboard
          </Button>
        </div>
      )}
    </div>
  )
}
