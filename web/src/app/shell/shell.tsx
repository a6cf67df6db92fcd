/** Frame of signed-in screens: sidebar on desktops, bottom bar on phones. */
// Styles of Mantine that signed-in screens need besides those of app/styles.ts.
// Their order matters.
// Lazy screens and dialogs import their own styles.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '@mantine/core/styles/CloseButton.layer.css'
import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/Alert.layer.css'
import '@mantine/core/styles/Skeleton.layer.css'
import { UnstyledButton } from '@mantine/core'
import { useNotifications } from '@mantine/notifications'
import { IconLogout } from '@tabler/icons-react'
import { type ReactNode, Suspense, useMemo, useRef, useState } from 'react'
import { Link, NavLink, Outlet, useLocation } from 'react-router'
import type { User } from '#contract/views.ts'
import { useSession } from '#web/lib/api/session.ts'
import { FeedProvider } from '#web/lib/feed/feed-provider.tsx'
import { useConnectionPhase } from '#web/lib/feed/use-room.ts'
import { initialsOf } from '#web/lib/format/names.ts'
import { CommandsDisabledContext, type DisabledButtonProps } from '#web/lib/hooks/replay-context.ts'
import { useUnsentEntryCount } from '#web/lib/outbox/stored-report.ts'
import type { Portal } from '#web/pages/screen.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'
import { Logo, ThemeToggle } from '#web/ui/logo.tsx'
import { ErrorBoundary, LoadingPage } from '#web/ui/states.tsx'
import classes from './shell.module.css'

/** Maximum number of items in a phone's bottom bar. */
const BOTTOM_BAR_ITEMS = 4

function Items({ portal: { role, screens }, most }: { portal: Portal; most?: number }) {
  const listed = screens.flatMap(({ path, link }) => (link ? [{ path, ...link }] : []))
  return listed.slice(0, most).map(({ path, label, icon: Icon }) => (
    <NavLink key={path} to={`/${role}/${path}`} className={classes.item!}>
      <Icon size={20} stroke={1.75} aria-hidden="true" />
      <span>{label()}</span>
    </NavLink>
  ))
}

const NOT_DISABLED: DisabledButtonProps = {}

/**
 * Disables all commands while the user is offline.
 * Their tooltip gives the reason.
 */
function OffWhileOffline({ children }: { children: ReactNode }) {
  const isOffline = useConnectionPhase() === 'offline'
  const off = useMemo(
    (): DisabledButtonProps => ({ disabled: true, title: t`This needs a connection. You are offline.` }),
    [],
  )
  return <CommandsDisabledContext value={isOffline ? off : NOT_DISABLED}>{children}</CommandsDisabledContext>
}

const loadDeferred = () => import('./deferred.tsx')
const ToastList = lazyWithRetry(async () => (await loadDeferred()).ToastList)

function Toasts() {
  const { notifications } = useNotifications()
  const wanted = useRef(false)
  wanted.current ||= notifications.length > 0
  return <Suspense fallback={null}>{wanted.current && <ToastList />}</Suspense>
}

/** The component's code is loaded early, because it could not load without a connection. */
const ConnectionStrip = lazyWithRetry(async () => (await loadDeferred()).ConnectionStrip)

const MissingScreen = lazyWithRetry(async () => (await loadDeferred()).ScreenLoadFallback)

/** Placeholder while a screen loads. */
const loadingScreen = (
  <Suspense fallback={<LoadingPage />}>
    <MissingScreen />
  </Suspense>
)

interface ShellProps {
  /** Screens of one role, to which the navigation links. */
  portal: Portal
  /** Notification bell in the header of every screen, rendered inside FeedProvider. */
  bell: ReactNode
}

export function Shell({ portal, bell }: ShellProps) {
  const { user } = useSession()
  const { pathname } = useLocation()
  if (!user) return null
  return (
    <FeedProvider>
      <div className={classes.shell}>
        <a href="#content" className={classes.skip}>
          <Trans>Skip to content</Trans>
        </a>
        <header className={classes.side}>
          <div className={classes.brand}>
            <Logo onDark />
            <p className={classes.portal}>{portal.title()}</p>
          </div>
          <div className={classes.bell}>
            <Suspense fallback={null}>{bell}</Suspense>
          </div>
          <nav className={classes.nav} aria-label={t`Screens`}>
            <Items portal={portal} />
          </nav>
          <div className={classes.foot}>
            <UserCard user={user} />
            <div className={classes.tools}>
              <LogoutButton className={classes.tool!} />
              <ThemeToggle className={classes.tool!} />
            </div>
          </div>
        </header>
        <main id="content" className={classes.content} tabIndex={-1}>
          <ErrorBoundary key={pathname}>
            <Suspense fallback={loadingScreen}>
              <OffWhileOffline>
                <Outlet />
              </OffWhileOffline>
            </Suspense>
          </ErrorBoundary>
          <div className={classes.toastRoom} />
          <Suspense>
            <ConnectionStrip />
          </Suspense>
        </main>
        <nav className={classes.bottom} aria-label={t`Main screens`}>
          <Items portal={portal} most={BOTTOM_BAR_ITEMS} />
        </nav>
        <Toasts />
        <Suspense fallback={null}>{portal.keys && <portal.keys />}</Suspense>
      </div>
    </FeedProvider>
  )
}

const SignOutDialog = lazyWithRetry(async () => (await import('#web/app/sign-out-dialog.tsx')).SignOutDialog)

/** The signed-in user with links to profile and sign-out. */
function UserCard({ user }: { user: User }) {
  const name = user.name.trim() || t`User`
  return (
    <Link to={`/${user.role}/profile`} className={classes.card} title={t`Your profile`}>
      <span className={classes.initials} aria-hidden="true">
        {initialsOf(name)}
      </span>
      <span className={classes.who}>
        <span className={classes.name}>{name}</span>
        <span className={classes.email}>{user.email || user.sign_in_phone}</span>
      </span>
    </Link>
  )
}

function LogoutButton({ className }: { className?: string }) {
  const { signOut } = useSession()
  const unsent = useUnsentEntryCount()
  const [asking, setAsking] = useState(false)
  const leave = () => (unsent > 0 ? setAsking(true) : signOut())
  return (
    <>
      <UnstyledButton className={`${classes.logout} ${className ?? ''}`} onClick={leave}>
        <IconLogout size={18} stroke={1.75} aria-hidden="true" />
        <span>
          <Trans>Logout</Trans>
        </span>
      </UnstyledButton>
      {asking && (
        <Suspense>
          <SignOutDialog stay={() => setAsking(false)} leave={signOut} />
        </Suspense>
      )}
    </>
  )
}
