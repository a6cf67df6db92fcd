/** Every address of the web app and what it shows; each screen is loaded when it is first opened. */
import { type ReactElement, Suspense } from 'react'
import { BrowserRouter, Navigate, Route, Routes } from 'react-router'
import { ROLES, type Role } from '#rules/city.ts'
import { LoadingPage } from '../components/shell/loading-page.tsx'
import { Guard } from './guard.tsx'
import { screen } from './screen.ts'
import { ScrollToTop } from './scroll.tsx'

const Landing = screen(() => import('../features/landing/landing.tsx'), 'Landing')
const SignIn = screen(() => import('../features/accounts/sign-in.tsx'), 'SignIn')
const SignUp = screen(() => import('../features/accounts/sign-up.tsx'), 'SignUp')
const ForgotPassword = screen(() => import('../features/accounts/forgot-password.tsx'), 'ForgotPassword')
const ResetPassword = screen(() => import('../features/accounts/reset-password.tsx'), 'ResetPassword')
const ConfirmEmail = screen(() => import('../features/accounts/confirm-email.tsx'), 'ConfirmEmail')
const ChoosePassword = screen(() => import('../features/accounts/choose-password.tsx'), 'ChoosePassword')
const AccountDeleted = screen(() => import('../features/accounts/account-deleted.tsx'), 'AccountDeleted')
const Account = screen(() => import('#web/features/accounts/account.tsx'), 'Account')
const Help = screen(() => import('../features/landing/help.tsx'), 'Help')
const Contact = screen(() => import('../features/landing/contact.tsx'), 'Contact')
const Privacy = screen(() => import('../features/landing/privacy.tsx'), 'Privacy')
const Terms = screen(() => import('../features/landing/terms.tsx'), 'Terms')
const NotFound = screen(() => import('../components/shell/not-found.tsx'), 'NotFound')
const Shell = screen(() => import('../components/shell/shell.tsx'), 'Shell')
const NotYet = screen(() => import('../components/shell/not-yet.tsx'), 'NotYet')
const MyNotifications = screen(() => import('#web/features/notifications/my-notifications.tsx'), 'MyNotifications')
const ResidentDashboard = screen(() => import('#web/features/resident/dashboard.tsx'), 'ResidentDashboard')
const ResidentReports = screen(() => import('#web/features/resident/reports.tsx'), 'ResidentReports')
const ResidentSchedule = screen(() => import('#web/features/resident/schedule.tsx'), 'ResidentSchedule')
const DispatcherDashboard = screen(() => import('#web/features/dispatcher/dashboard.tsx'), 'DispatcherDashboard')
const DispatcherRoutes = screen(() => import('#web/features/dispatcher/routes.tsx'), 'DispatcherRoutes')
const DispatcherAnalytics = screen(() => import('#web/features/dispatcher/analytics.tsx'), 'DispatcherAnalytics')
const AdminDashboard = screen(() => import('#web/features/admin/dashboard.tsx'), 'AdminDashboard')
const AdminUsers = screen(() => import('#web/features/admin/users.tsx'), 'AdminUsers')

/** The screens for everybody, by their path. */
const pages: Record<string, ReactElement> = {
  '/': <Landing />,
  '/auth/signin': <SignIn />,
  '/login': <SignIn />,
  '/auth/signup': <SignUp />,
  '/signup/resident': <SignUp />,
  '/forgot-password': <ForgotPassword />,
  '/reset-password': <ResetPassword />,
  '/confirm-email': <ConfirmEmail />,
  '/account-deleted': <AccountDeleted />,
  '/help': <Help />,
  '/contact': <Contact />,
  '/privacy': <Privacy />,
  '/terms': <Terms />,
}

/** The screens of each role, by their path below /{role}. */
const screens: Record<Role, Record<string, ReactElement>> = {
  resident: {
    dashboard: <ResidentDashboard />,
    reports: <ResidentReports />,
    schedule: <ResidentSchedule />,
    profile: <Account />,
  },
  dispatcher: {
    dashboard: <DispatcherDashboard />,
    routes: <DispatcherRoutes />,
    analytics: <DispatcherAnalytics />,
    profile: <Account />,
  },
  recycler: {
    dashboard: <NotYet />,
    insights: <NotYet />,
    profile: <Account />,
    notifications: <NotYet />,
    'sites/:siteId': <NotYet />,
    forecasting: <NotYet />,
  },
  admin: { dashboard: <AdminDashboard />, users: <AdminUsers />, profile: <Account /> },
  auditor: { dashboard: <NotYet />, profile: <Account /> },
}

/** Fetches at once everything that an address will need. A failure here is not lost: React asks again and shows it. */
export async function fetchScreens(pathname: string, role: Role | undefined): Promise<void> {
  const [, first, path] = pathname.split('/')
  const shown = (role && first === role ? screens[role][path || 'dashboard'] : pages[pathname])?.type
  const frame = role && first === role ? [Shell, MyNotifications] : []
  const parts = shown ? [...frame, shown as typeof Landing] : frame
  await Promise.allSettled(parts.map((part) => part.load()))
}

export function Router() {
  return (
    <BrowserRouter>
      <ScrollToTop />
      <Suspense fallback={<LoadingPage />}>
        <Routes>
          {Object.entries(pages).map(([path, element]) => (
            <Route key={path} path={path} element={element} />
          ))}
          {ROLES.map((role) => (
            <Route
              key={role}
              path={`/${role}`}
              element={
                <Guard role={role} ownPassword={<ChoosePassword />}>
                  <Shell bell={<MyNotifications />} />
                </Guard>
              }
            >
              <Route index element={<Navigate to="dashboard" replace />} />
              {Object.entries(screens[role]).map(([path, element]) => (
                <Route key={path} path={path} element={element} />
              ))}
            </Route>
          ))}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </BrowserRouter>
  )
}
