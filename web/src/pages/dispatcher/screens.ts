/** List of the dispatchers' screens. */
import { t } from '@lingui/core/macro'
import { IconLayoutDashboard, IconReportAnalytics, IconRoute, IconUser } from '@tabler/icons-react'
import { accountScreen, lazyScreen, type Portal, wasteDetectorScreen } from '#web/pages/screen.ts'
import { lazyWithRetry } from '#web/ui/lazy.ts'

export const dispatcherPortal: Portal<'dispatcher'> = {
  role: 'dispatcher',
  title: () => t`Dispatcher Portal`,
  keys: lazyWithRetry(async () => (await import('./keys.tsx')).KeyboardShortcuts),
  screens: [
    {
      path: 'dashboard',
      page: lazyScreen(() => import('./dashboard.tsx'), 'DispatcherDashboard'),
      link: { label: () => t`Dashboard`, icon: IconLayoutDashboard },
    },
    {
      path: 'routes',
      page: lazyScreen(() => import('./routes.tsx'), 'DispatcherRoutes'),
      link: { label: () => t`Routes`, icon: IconRoute },
    },
    {
      path: 'analytics',
      page: lazyScreen(() => import('./analytics.tsx'), 'DispatcherAnalytics'),
      link: { label: () => t`Analytics`, icon: IconReportAnalytics },
    },
    { path: 'profile', page: accountScreen, link: { label: () => t`Profile`, icon: IconUser } },
    { path: 'models/waste-detector', page: wasteDetectorScreen },
    { path: 'truck-codes', page: lazyScreen(() => import('./truck-codes.tsx'), 'TruckQrCodes') },
  ],
}
