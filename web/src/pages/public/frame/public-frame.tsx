/** Frame of the public pages: top bar and footer. */
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '#web/calls/session.ts'
import { Logo } from '#web/components/logo.tsx'
import { ThemeToggle } from '#web/components/theme-toggle.tsx'
import { useTakenOver } from '#web/hooks/drawn.ts'
import { homeOf } from '#web/pages/home.ts'
import { Footer } from './footer.tsx'
import { anchors } from './links.ts'
import classes from './public-frame.module.css'

function Entrance() {
  const { user } = useSession()
  if (user) {
    return (
      <Button component={Link} to={homeOf(user.role)} className={classes.action}>
        Open dashboard
      </Button>
    )
  }
  return (
    <>
      <Button
        component={Link}
        to="/auth/signin"
        variant="transparent"
        color="var(--ws-text)"
        className={classes.signIn}
      >
        Sign In
      </Button>
      <Button component={Link} to="/auth/signup" variant="default" className={classes.action}>
        Get Started
      </Button>
    </>
  )
}

export function PublicFrame({ children }: { children: ReactNode }) {
  useTakenOver()
  return (
    <>
      <header className={classes.bar}>
        <div className={classes.inner}>
          <Link to="/" className={classes.home} aria-label="WasteSense, start page">
            <Logo />
          </Link>
          <nav className={classes.nav} aria-label="Sections">
            {anchors.map(({ label, to }) => (
              <Link key={to} to={to} className={classes.link}>
                {label}
              </Link>
            ))}
          </nav>
          <div className={classes.tools}>
            <ThemeToggle className={classes.theme} />
            <Entrance />
          </div>
        </div>
      </header>
      <main>{children}</main>
      <Footer />
    </>
  )
}
