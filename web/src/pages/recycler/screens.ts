/** The recyclers' screens. */
import {
  IconBell,
  IconCalendarTime,
  IconFileDescription,
  IconLayoutDashboard,
  IconReportAnalytics,
  IconUser,
} from '@tabler/icons-react'
import { type Portal, screen } from '#web/pages/screen.ts'
import { account, wasteDetector } from '#web/pages/signed-in/screens.ts'

export const recycler: Portal<'recycler'> = {
  role: 'recycler',
  title: () => 'Recycler Portal',
  screens: [
    {
      path: 'dashboard',
      page: screen(() => import('./dashboard.tsx'), 'RecyclerDashboard'),
      rooms: ['sites', 'deliveries'],
      link: { label: () => 'Dashboard', icon: IconLayoutDashboard },
    },
    {
      path: 'notifications',
      page: screen(() => import('./notifications.tsx'), 'RecyclerNotifications'),
      link: { label: () => 'Notifications', icon: IconBell },
    },
    {
      path: 'forecasting',
      page: screen(() => import('./forecasting.tsx'), 'RecyclerForecasting'),
      link: { label: () => 'Forecasting', icon: IconCalendarTime },
    },
    {
      path: 'insights',
      page: screen(() => import('./insights.tsx'), 'RecyclerInsights'),
      link: { label: () => 'Insights', icon: IconReportAnalytics },
    },
    {
      path: 'statement',
      page: screen(() => import('./statement.tsx'), 'RecyclerStatement'),
      link: { label: () => 'Statement', icon: IconFileDescription },
    },
    { path: 'profile', page: account, link: { label: () => 'Profile', icon: IconUser } },
    { path: 'sites/:siteId', page: screen(() => import('./site.tsx'), 'RecyclerSite') },
    { path: 'models/waste-detector', page: wasteDetector },
  ],
}
