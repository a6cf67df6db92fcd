/** Every address of the web app and what it shows; each screen is loaded when it is first opened. */
import { Suspense, use } from 'react'
import { Navigate, Route, Routes, useLocation } from 'react-router'
import type { Role } from '#rules/city.ts'
import { useSession } from '#web/calls/session.ts'
import { LoadingPage } from '#web/components/loading-page.tsx'
import { homeOf } from '#web/pages/home.ts'
import type { Portal, Screen } from '#web/pages/portal.ts'
import { NotFound, publicScreens } from '#web/pages/public/screens.ts'
import { screen } from '#web/pages/screen.ts'
import { ChoosePassword } from '#web/pages/signed-in/screens.ts'
import { Guard } from './guard.tsx'
import { portals } from './portals.ts'
import { ScrollToTop } from './scroll.tsx'

const Shell = screen(() => import('#web/app/shell/shell.tsx'), 'Shell')
const MyNotifications = screen(() => import('#web/features/notifications/my-notifications.tsx'), 'MyNotifications')

const ROLES = Object.keys(portals) as Role[]

/** The screen at an address, one of the role's own or a public one, and what it is drawn with. */
export interface ScreenAhead {
  /** It is one of the role's own. */
  own: boolean
  shown: Screen | undefined
  parts: readonly { load(): Promise<unknown> }[]
}

export async function screenAt(pathname: string, role: Role | undefined): Promise<ScreenAhead> {
  const [, first, path] = pathname.split('/')
  if (role === undefined || first !== role) {
    const shown = publicScreens.find((screen) => screen.path === pathname)
    return { own: false, shown, parts: shown ? [shown.page] : [] }
  }
  // A failure is not lost: React asks again and shows it.
  const portal = await portals[role]().catch(() => undefined)
  const shown = portal?.screens.find((screen) => screen.path === (path || 'dashboard'))
  return { own: true, shown, parts: [Shell, ...(shown ? [shown.page] : [])] }
}

/** Fetches at once everything that a screen will need. A failure here is not lost: React asks again and shows it. */
export async function fetchScreen({ parts }: ScreenAhead): Promise<void> {
  await Promise.allSettled(parts.map((part) => part.load()))
}

/** Has one address for everybody whose portal has it. */
const SHARED = '/models/waste-detector'

/** Leads from the shared address to the same screen in whoever's own portal. */
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

export function Screens() {
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
                <Guard role={role} ownPassword={<ChoosePassword />}>
                  <PortalScreens role={role} />
                </Guard>
              }
            />
          ))}
          <Route path={SHARED} element={<InOwnPortal />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </>
  )
}

/** As they were first drawn: one that could not be fetched stays so until the page is loaded anew, as with any lazy part. */
const drawn: Partial<Record<Role, Promise<Portal>>> = {}

/** All screens of one role in their frame. */
function PortalScreens({ role }: { role: Role }) {
  drawn[role] ??= portals[role]()
  const portal = use(drawn[role])
  return (
    <Routes>
      <Route element={<Shell portal={portal} bell={<MyNotifications />} />}>
        <Route index element={<Navigate to={homeOf(role)} replace />} />
        {portal.screens.map(({ path, page: Page }) => (
          <Route key={path} path={path} element={<Page portals={portals} />} />
        ))}
      </Route>
      <Route path="*" element={<NotFound />} />
    </Routes>
  )
}
