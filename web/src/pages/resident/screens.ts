/** The residents' screens. */
import { IconCalendarTime, IconFileDescription, IconLayoutDashboard, IconUser } from '@tabler/icons-react'
import { type Portal, screen } from '#web/pages/screen.ts'
import { account } from '#web/pages/signed-in/screens.ts'

export const resident: Portal<'resident'> = {
  role: 'resident',
  title: () => 'Resident Portal',
  screens: [
    {
      path: 'dashboard',
      page: screen(() => import('./dashboard.tsx'), 'ResidentDashboard'),
      rooms: ['my-reports'],
      link: { label: () => 'Dashboard', icon: IconLayoutDashboard },
    },
    {
      path: 'reports',
      page: screen(() => import('./reports.tsx'), 'ResidentReports'),
      link: { label: () => 'Reports', icon: IconFileDescription },
    },
    {
      path: 'schedule',
      page: screen(() => import('./schedule.tsx'), 'ResidentSchedule'),
      link: { label: () => 'Schedule', icon: IconCalendarTime },
    },
    { path: 'profile', page: account, link: { label: () => 'Profile', icon: IconUser } },
  ],
}
