/** List of the residents' screens. */
import { t } from '@lingui/core/macro'
import { IconCalendarTime, IconFileDescription, IconLayoutDashboard, IconUser } from '@tabler/icons-react'
import { accountScreen, lazyScreen, type Portal } from '#web/pages/screen.ts'

export const residentPortal: Portal<'resident'> = {
  role: 'resident',
  title: () => t`Resident Portal`,
  screens: [
    {
      path: 'dashboard',
      page: lazyScreen(() => import('./dashboard.tsx'), 'ResidentDashboard'),
      rooms: ['my-reports'],
      link: { label: () => t`Dashboard`, icon: IconLayoutDashboard },
    },
    {
      path: 'reports',
      page: lazyScreen(() => import('./reports-and-schedule.tsx'), 'ResidentReports'),
      link: { label: () => t`Reports`, icon: IconFileDescription },
    },
    {
      path: 'schedule',
      page: lazyScreen(() => import('./reports-and-schedule.tsx'), 'ResidentSchedule'),
      link: { label: () => t`Schedule`, icon: IconCalendarTime },
    },
    { path: 'profile', page: accountScreen, link: { label: () => t`Profile`, icon: IconUser } },
  ],
}
