/** Every address of the web app and what it shows; each screen is loaded when it is first opened. */
import { Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes, useLocation } from 'react-router'
import type { Role } from '#rules/city.ts'
import { useSession } from '#web/calls/session.ts'
import { LoadingPage } from '#web/components/loading-page.tsx'
import { admin } from '#web/pages/admin/screens.ts'
import { auditor } from '#web/pages/auditor/screens.ts'
import { dispatcher } from '#web/pages/dispatcher/screens.ts'
import type { Portal, Screen } from '#web/pages/portal.ts'
import { NotFound, publicScreens } from '#web/pages/public/screens.ts'
import { recycler } from '#web/pages/recycler/screens.ts'
import { resident } from '#web/pages/resident/screens.ts'
import { screen } from '#web/pages/screen.ts'
import { ChoosePassword } from '#web/pages/signed-in/screens.ts'
import { Guard } from './guard.tsx'
import { ScrollToTop } from './scroll.tsx'

const Shell = screen(() => import('#web/app/shell/shell.tsx'), 'Shell')
const MyNotifications = screen(() => import('#web/features/notifications/my-notifications.tsx'), 'MyNotifications')

const portals: { [R in Role]: Portal<R> } = { resident, dispatcher, recycler, admin, auditor }

/** The screen at an address: one of the role's own, or a public one. */
export function screenAt(pathname: string, role: Role | undefined): { own: boolean; shown: Screen | undefined } {
  const [, first, path] = pathname.split('/')
  const own = role !== undefined && first === role
  const shown = own
    ? portals[role].screens.find((screen) => screen.path === (path || 'dashboard'))
    : publicScreens.find((screen) => screen.path === pathname)
  return { own, shown }
}

/** Fetches at once everything that a screen will need. A failure here is not lost: React asks again and shows it. */
export async function fetchScreen({ own, shown }: ReturnType<typeof screenAt>): Promise<void> {
  const parts = [...(own ? [Shell] : []), ...(shown ? [shown.page] : [])]
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

export function Router() {
  return (
    <BrowserRouter>
      <ScrollToTop />
      <Suspense fallback={<LoadingPage />}>
        <Routes>
          {publicScreens.map(({ path, page: Page }) => (
            <Route key={path} path={path} element={<Page />} />
          ))}
          {Object.values<Portal>(portals).map((portal) => (
            <Route
              key={portal.role}
              path={`/${portal.role}`}
              element={
                <Guard role={portal.role} ownPassword={<ChoosePassword />}>
                  <Shell portal={portal} bell={<MyNotifications />} />
                </Guard>
              }
            >
              <Route index element={<Navigate to="dashboard" replace />} />
              {portal.screens.map(({ path, page: Page }) => (
                <Route key={path} path={path} element={<Page />} />
              ))}
            </Route>
          ))}
          <Route path={SHARED} element={<InOwnPortal />} />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  )
}
