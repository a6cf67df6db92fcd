/** What an address that leads nowhere shows. */
import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { homeOf } from '#web/app/home.ts'
import { useSession } from '#web/app/session.ts'
import { Logo } from './logo.tsx'
import classes from './notice.module.css'
import { useTitle } from './title.ts'

export function NotFound() {
  const { user } = useSession()
  const { pathname } = useLocation()
  useTitle('Page not found')
  return (
    <main className={classes.page}>
      <Logo />
      <p className={classes.code}>404</p>
      <h1 className={classes.title}>There is no page here</h1>
      <p className={classes.text}>
        Nothing is found at {pathname}. The address may be mistyped, or the page has moved.
      </p>
      <div className={classes.actions}>
        <Button component={Link} to={user ? homeOf(user.role) : '/'} size="md">
          {user ? 'Go to your dashboard' : 'Go to the start page'}
        </Button>
      </div>
    </main>
  )
}
