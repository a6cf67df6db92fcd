/** List of the recyclers' screens. */
import { t } from '@lingui/core/macro'
import {
  IconBell,
  IconCalendarTime,
  IconFileDescription,
  IconLayoutDashboard,
  IconReportAnalytics,
  IconUser,
} from '@tabler/icons-react'
import { accountScreen, lazyScreen, type Portal, wasteDetectorScreen } from '#web/pages/screen.ts'

export const recyclerPortal: Portal<'recycler'> = {
  role: 'recycler',
  title: () => t`Recycler Portal`,
  screens: [
    {
      path: 'dashboard',
      page: lazyScreen(() => import('./dashboard.tsx'), 'RecyclerDashboard'),
      rooms: ['sites', 'deliveries'],
      link: { label: () => t`Dashboard`, icon: IconLayoutDashboard },
    },
    {
      path: 'notifications',
      page: lazyScreen(() => import('#web/features/notifications/all-notifications.tsx'), 'AllNotifications'),
      link: { label: () => t`Notifications`, icon: IconBell },
    },
    {
      path: 'forecasting',
      page: lazyScreen(() => import('./forecasting.tsx'), 'RecyclerForecasting'),
      link: { label: () => t`Forecasting`, icon: IconCalendarTime },
    },
    {
      path: 'insights',
      page: lazyScreen(() => import('./sites.tsx'), 'RecyclerInsights'),
      link: { label: () => t`Insights`, icon: IconReportAnalytics },
    },
    {
      path: 'statement',
      page: lazyScreen(() => import('./statement.tsx'), 'RecyclerStatement'),
      link: { label: () => t`Statement`, icon: IconFileDescription },
    },
    { path: 'profile', page: accountScreen, link: { label: () => t`Profile`, icon: IconUser } },
    { path: 'sites/:siteId', page: lazyScreen(() => import('./sites.tsx'), 'RecyclerSite') },
    { path: 'models/waste-detector', page: wasteDetectorScreen },
  ],
}
