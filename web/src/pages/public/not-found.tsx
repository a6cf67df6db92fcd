/** Page for unknown addresses. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { useSession } from '#web/lib/api/session.ts'
import { useTitle } from '#web/lib/hooks/page.ts'
import { homePathOf } from '#web/pages/screen.ts'
import { Logo } from '#web/ui/logo.tsx'
import classes from '#web/ui/states.module.css'

export function NotFound() {
  const { user } = useSession()
  const { pathname } = useLocation()
  useTitle(t`Page not found`)
  return (
    <main className={classes.page}>
      <Logo />
      <p className={classes.code}>404</p>
      <h1 className={classes.noticeTitle}>
        <Trans>Page not found</Trans>
      </h1>
      <p className={classes.noticeText}>
        <Trans>
          There is no page at <span>{pathname}</span>. Check the address, or the page may have moved.
        </Trans>
      </p>
      <div className={classes.actions}>
        <Button component={Link} to={user ? homePathOf(user.role) : '/'} size="md">
          {user ? t`Go to your dashboard` : t`Go to the start page`}
        </Button>
      </div>
    </main>
  )
}
