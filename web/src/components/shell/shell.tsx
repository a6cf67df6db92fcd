/** The frame of every signed-in screen: a sidebar on desktops, a bottom bar on phones. */
import './styles.ts'
import { useNotifications } from '@mantine/notifications'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { NavLink, Outlet, useLocation } from 'react-router'
import { useSession } from '#web/app/session.ts'
import { FeedProvider } from '#web/feed/feed-provider.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { LoadingPage } from './loading-page.tsx'
import { Logo } from './logo.tsx'
import { type NavigationItem, navigation, portalTitles } from './navigation.ts'
import classes from './shell.module.css'
import { ThemeToggle } from './theme-toggle.tsx'
import { LogoutButton, UserCard } from './user-card.tsx'

/** What a phone's bottom bar has room for. */
const BOTTOM_BAR_ITEMS = 4

function Item({ role, item }: { role: string; item: NavigationItem }) {
  return (
    <NavLink to={`/${role}/${item.path}`} className={classes.item!}>
      <item.icon size={20} stroke={1.75} aria-hidden="true" />
      <span>{item.label}</span>
    </NavLink>
  )
}

const ToastList = lazy(async () => ({ default: (await import('./toast-list.tsx')).ToastList }))

function Toasts() {
  const { notifications } = useNotifications()
  const wanted = useRef(false)
  wanted.current ||= notifications.length > 0
  return <Suspense fallback={null}>{wanted.current && <ToastList />}</Suspense>
}

/** `bell`: stands in the header of every screen, below the feed. */
export function Shell({ bell }: { bell: ReactNode }) {
  const { user } = useSession()
  const { pathname } = useLocation()
  if (!user) return null
  const items = navigation[user.role]
  return (
    <FeedProvider>
      <div className={classes.shell}>
        <a href="#content" className={classes.skip}>
          Skip to content
        </a>
        <header className={classes.side}>
          <div className={classes.brand}>
            <Logo onDark />
            <p className={classes.portal}>{portalTitles[user.role]}</p>
          </div>
          <div className={classes.bell}>
            <Suspense fallback={null}>{bell}</Suspense>
          </div>
          <nav className={classes.nav} aria-label="Screens">
            {items.map((item) => (
              <Item key={item.path} role={user.role} item={item} />
            ))}
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
            <Suspense fallback={<LoadingPage />}>
              <Outlet />
            </Suspense>
          </ErrorBoundary>
        </main>
        <nav className={classes.bottom} aria-label="Main screens">
          {items.slice(0, BOTTOM_BAR_ITEMS).map((item) => (
            <Item key={item.path} role={user.role} item={item} />
          ))}
        </nav>
        <Toasts />
      </div>
    </FeedProvider>
  )
}
