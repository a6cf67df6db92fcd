/** What each role's sidebar lists, and the name of its portal. */
import {
  IconBell,
  IconBulb,
  IconCalendarTime,
  IconChartLine,
  IconFileDescription,
  IconHistory,
  IconLayoutDashboard,
  IconReportAnalytics,
  IconRoute,
  IconUser,
  IconUsers,
} from '@tabler/icons-react'
import type { Role } from '#rules/city.ts'

export interface NavigationItem {
  /** Below /{role}. */
  path: string
  label: string
  icon: typeof IconBell
}

const dashboard: NavigationItem = { path: 'dashboard', label: 'Dashboard', icon: IconLayoutDashboard }
const profile: NavigationItem = { path: 'profile', label: 'Profile', icon: IconUser }

/** In the order that they are listed; a phone's bottom bar shows the first four. */
export const navigation: Record<Role, NavigationItem[]> = {
  resident: [
    dashboard,
    { path: 'reports', label: 'Reports', icon: IconFileDescription },
    { path: 'schedule', label: 'Schedule', icon: IconCalendarTime },
    profile,
  ],
  dispatcher: [
    dashboard,
    { path: 'routes', label: 'Routes', icon: IconRoute },
    { path: 'analytics', label: 'Analytics', icon: IconReportAnalytics },
    profile,
  ],
  recycler: [
    dashboard,
    { path: 'notifications', label: 'Notifications', icon: IconBell },
    { path: 'forecasting', label: 'Forecasting', icon: IconChartLine },
    { path: 'insights', label: 'Insights', icon: IconBulb },
    profile,
  ],
  admin: [dashboard, { path: 'users', label: 'Users', icon: IconUsers }],
  auditor: [{ path: 'dashboard', label: 'Timeline', icon: IconHistory }],
}

export const portalTitles: Record<Role, string> = {
  resident: 'Resident Portal',
  dispatcher: 'Dispatcher Portal',
  recycler: 'Recycler Portal',
  admin: 'Admin Portal',
  auditor: 'Auditor Portal',
}

/** Up to two capital letters of a name, for the user card. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  return words
    .slice(0, 2)
    .map((word) => [...word][0]!.toUpperCase())
    .join('')
}
