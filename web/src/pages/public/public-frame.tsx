/** Frame of public pages (top bar, footer), and the layout of articles. */
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '#web/lib/api/session.ts'
import { useCitySettings } from '#web/lib/format/times.ts'
import { useSignalHydrated, useTitle } from '#web/lib/hooks/page.ts'
import { homePathOf } from '#web/pages/screen.ts'
import { LanguageSelect } from '#web/ui/language-select.tsx'
import { Logo, ThemeToggle } from '#web/ui/logo.tsx'
import classes from './public-frame.module.css'

const anchors = () => [
  { label: t`Home`, to: '/#home' },
  { label: t`Services`, to: '/#services' },
  { label: t`Features`, to: '/#features' },
  { label: t`About`, to: '/#about' },
]

const support = () => [
  { label: t`Help Center`, to: '/help' },
  { label: t`Contact Us`, to: '/contact' },
  { label: t`Privacy Policy`, to: '/privacy' },
  { label: t`Terms of Service`, to: '/terms' },
]

const columns = () => [
  { id: 'pages', title: t`Quick Links`, links: anchors() },
  { id: 'support', title: t`Support`, links: support() },
]

function Footer() {
  const { name, country } = useCitySettings()
  return (
    <footer className={classes.footer}>
      <div className={classes.footerInner}>
        <div className={classes.about}>
          <Logo />
          <p>
            <Trans>
              Urban waste collection for residents, dispatchers and recyclers in <span>{name}</span>,{' '}
              <span>{country}</span>.
            </Trans>
          </p>
          <div className={classes.footerTools}>
            <ThemeToggle />
            <LanguageSelect area="residents" />
          </div>
        </div>
        {columns().map(({ id, title, links }) => (
          <nav key={id} aria-label={title}>
            <h2 className={classes.title}>{title}</h2>
            <ul className={classes.links}>
              {links.map(({ label, to }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
    </footer>
  )
}

function Entrance() {
  const { user } = useSession()
  if (user) {
    return (
      <Button component={Link} to={homePathOf(user.role)} className={classes.action}>
        <Trans>Open dashboard</Trans>
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
        <Trans>Sign In</Trans>
      </Button>
      <Button component={Link} to="/auth/signup" variant="default" className={classes.action}>
        <Trans>Get Started</Trans>
      </Button>
    </>
  )
}

export function PublicFrame({ children }: { children: ReactNode }) {
  useSignalHydrated()
  return (
    <>
      <header className={classes.bar}>
        <div className={classes.inner}>
          <Link to="/" className={classes.home} aria-label={t`${{ app: 'WasteSense' }}, start page`}>
            <Logo />
          </Link>
          <nav className={classes.nav} aria-label={t`Sections`}>
            {anchors().map(({ label, to }) => (
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

interface ArticleProps {
  title: string
  lead: string
  /** Language of the page's text, if it differs from the reader's language. */
  lang?: string
  children: ReactNode
}

/** Frame of a public text page. */
export function Article({ title, lead, lang, children }: ArticleProps) {
  useTitle(title)
  return (
    <PublicFrame>
      <article className={classes.article} lang={lang}>
        <h1>{title}</h1>
        <p className={classes.lead}>{lead}</p>
        {children}
      </article>
    </PublicFrame>
  )
}
