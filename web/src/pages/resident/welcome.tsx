/** The resident's greeting: name, zone and system state. */

import { useSession } from '#web/lib/api/session.ts'
import { initialsOf } from '#web/lib/format/names.ts'
import initials from '#web/ui/initials.module.css'
import { FreshnessBadge } from '#web/ui/marks.tsx'
import classes from './resident.module.css'

export function Welcome() {
  const { user } = useSession()
  const name = user?.name ?? 'User'
  return (
    <div className={classes.welcome}>
      <span className={initials.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <div className={classes.greeting}>
        <h1 className={classes.name}>Welcome, {name}</h1>
        <p className={classes.hint}>{user?.zone ?? 'Zone not assigned'}</p>
      </div>
      <FreshnessBadge system />
    </div>
  )
}
