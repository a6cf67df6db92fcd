/**
 * Addresses and screens of the web app.
 * Screens load on first use.
 */

import { Fragment, type ReactNode, Suspense, use, useEffect } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import type { Role } from '#domain/city.ts'
import { useSession } from '#web/lib/api/session.ts'
import { showLanguage } from '#web/lib/language/language.tsx'
import { NotFoundScreen, publicScreens } from '#web/pages/public/screens.ts'
import {
  ChoosePasswordScreen,
  homePathOf,
  lazyScreen,
  type Portal,
  type PortalLoaders,
  type Screen,
} from '#web/pages/screen.ts'
import { LoadingPage } from '#web/ui/states.tsx'

/**
 * Returns a function that caches the result of `load`.
 * After a failure, the next call loads again.
 * Marks a successful promise as fulfilled, so that React's `use` does not suspend.
 */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined
  async function ask() {
    try {
      const value = await load()
      Object.assign(asked ?? {}, { status: 'fulfilled', value })
      return value
    } catch (error) {
      asked = undefined
      throw error
    }
  }
  return () => {
    asked ??= ask()
    return asked
  }
}

/** Loads a staff portal together with the texts of staff screens. */
const withStaffTexts = <T,>(load: () => Promise<T>) =>
  once(async () => {
    const [portal] = await Promise.all([load(), showLanguage('staff')])
    return portal
  })

/** Each role's screens and navigation, loaded on first use. */
const portals: PortalLoaders = {
  resident: once(async () => (await import('#web/pages/resident/screens.ts')).residentPortal),
  dispatcher: withStaffTexts(async () => (await import('#web/pages/dispatcher/screens.ts')).dispatcherPortal),
  recycler: withStaffTexts(async () => (await import('#web/pages/recycler/screens.ts')).recyclerPortal),
  admin: withStaffTexts(async () => (await import('#web/pages/admin/screens.ts')).adminPortal),
  auditor: withStaffTexts(async () => (await import('#web/pages/auditor/screens.ts')).auditorPortal),
  driver: once(async () => (await import('#web/pages/driver/screens.ts')).driverPortal),
}

const Shell = lazyScreen(() => import('#web/app/shell/shell.tsx'), 'Shell')
const MyNotifications = lazyScreen(() => import('#web/features/notifications/my-notifications.tsx'), 'MyNotifications')

const ROLES = Object.keys(portals) as Role[]

/** A screen with the modules that it needs. */
export interface PreloadableScreen {
  /** True for an address in the user's own portal. */
  own: boolean
  shown: Screen | undefined
  parts: readonly { load(): Promise<unknown> }[]
}

export async function findScreen(pathname: string, role: Role | undefined): Promise<PreloadableScreen> {
  const [, first, path] = pathname.split('/')
  if (role === undefined || first !== role) {
    const shown = publicScreens.find((screen) => screen.path === pathname)
    return { own: false, shown, parts: shown ? [shown.page] : [] }
  }
  // Ignores a failure to load the code.
  // React loads it again at rendering and shows the error.
  const portal = await portals[role]().catch(() => undefined)
  const shown = portal?.screens.find((screen) => screen.path === (path || 'dashboard'))
  return { own: true, shown, parts: [Shell, ...(shown ? [shown.page] : [])] }
}

/**
 * Loads all modules of a screen at once.
 * Ignores failures: React retries at rendering and shows the error.
 */
export async function preloadScreen({ parts }: PreloadableScreen): Promise<void> {
  await Promise.allSettled(parts.map((part) => part.load()))
}

/** Path of the screen that every role's portal contains. */
const SHARED = '/models/waste-detector'

/** Redirects a role-independent address to the screen in the user's portal. */
function InOwnPortal() {
  const { loading, user } = useSession()
  const location = useLocation()
  if (loading) return <LoadingPage />
  return user ? (
    <Navigate to={`/${user.role}${SHARED}`} replace />
  ) : (
    <Navigate to="/login" replace state={{ from: location }} />
  )
}

export function AppRoutes() {
  return (
    <>
      <ScrollToTop />
      <Suspense fallback={<LoadingPage />}>
        <Routes>
          {publicScreens.map(({ path, page: Page }) => (
            <Route key={path} path={path} element={<Page portals={portals} />} />
          ))}
          {ROLES.map((role) => (
            <Route
              key={role}
              path={`/${role}/*`}
              element={
                <Guard role={role} ownPassword={<ChoosePasswordScreen />}>
                  <PortalScreens role={role} />
                </Guard>
              }
            />
          ))}
          <Route path={SHARED} element={<InOwnPortal />} />
          <Route path="*" element={<NotFoundScreen />} />
        </Routes>
      </Suspense>
    </>
  )
}

/**
 * Promise of each role's screens, which load once.
 * After a failed load, the role's screens fail until the page reloads.
 */
const renderedPortals: Partial<Record<Role, Promise<Portal>>> = {}

/** Renders all screens of one role in the common frame. */
function PortalScreens({ role }: { role: Role }) {
  renderedPortals[role] ??= portals[role]()
  const portal = use(renderedPortals[role])
  return (
    <Routes>
      <Route element={<Shell portal={portal} bell={<MyNotifications />} />}>
        <Route index element={<Home role={role} />} />
        {portal.screens.map(({ path, page: Page }) => (
          <Route key={path} path={path} element={<Page portals={portals} />} />
        ))}
      </Route>
      <Route path="*" element={<NotFoundScreen />} />
    </Routes>
  )
}

/**
 * Redirects to the role's start page.
 * Keeps the query, such as a QR code's truck.
 */
function Home({ role }: { role: Role }) {
  const { search } = useLocation()
  return <Navigate to={homePathOf(role) + search} replace />
}

/**
 * Address for which the page was last scrolled.
 * A change of the language must not scroll the same page again.
 */
let scrolled: string | undefined

/** Scrolls each new page to its top or fragment. */
function ScrollToTop() {
  const { pathname, hash } = useLocation()
  useEffect(() => {
    if (scrolled === pathname + hash) return
    scrolled = pathname + hash
    const place = hash && document.getElementById(hash.slice(1))
    if (place) place.scrollIntoView()
    else if (pathname) window.scrollTo(0, 0)
  }, [pathname, hash])
  return null
}

interface GuardProps {
  role: Role
  /** Page that is shown first if the user must choose a new password. */
  ownPassword: ReactNode
  children: ReactNode
}

/**
 * Shows the children to a signed-in user of the role.
 * Otherwise redirects to /login, which remembers the address.
 */
function Guard({ role, ownPassword, children }: GuardProps) {
  const { loading, user, farewell } = useSession()
  const location = useLocation()
  if (loading) return <LoadingPage />
  if (farewell) return <Navigate to="/account-deleted" replace />
  if (!user) return <Navigate to="/login" replace state={{ from: location }} />
  if (user.role !== role) return <Navigate to={homePathOf(user.role)} replace />
  if (user.mustChangePassword) return ownPassword
  // Another tab may have signed in another user.
  // The key gives that user new screens, without the first user's texts.
  return <Fragment key={user.id}>{children}</Fragment>
}
