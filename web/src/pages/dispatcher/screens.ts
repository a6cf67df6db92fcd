/** The dispatchers' screens. */
import { IconLayoutDashboard, IconReportAnalytics, IconRoute, IconUser } from '@tabler/icons-react'
import { type Portal, screen } from '#web/pages/screen.ts'
import { account, wasteDetector } from '#web/pages/signed-in/screens.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'

export const dispatcher: Portal<'dispatcher'> = {
  role: 'dispatcher',
  title: () => 'Dispatcher Portal',
  keys: lazyWithRetry(async () => (await import('./keys.tsx')).Keys),
  screens: [
    {
      path: 'dashboard',
      page: screen(() => import('./dashboard.tsx'), 'DispatcherDashboard'),
      link: { label: () => 'Dashboard', icon: IconLayoutDashboard },
    },
    {
      path: 'routes',
      page: screen(() => import('./routes.tsx'), 'DispatcherRoutes'),
      link: { label: () => 'Routes', icon: IconRoute },
    },
    {
      path: 'analytics',
      page: screen(() => import('./analytics.tsx'), 'DispatcherAnalytics'),
      link: { label: () => 'Analytics', icon: IconReportAnalytics },
    },
    { path: 'profile', page: account, link: { label: () => 'Profile', icon: IconUser } },
    { path: 'models/waste-detector', page: wasteDetector },
  ],
}
