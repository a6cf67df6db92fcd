/** List of the drivers' screens. */
import { t } from '@lingui/core/macro'
import { IconClipboardList, IconUser } from '@tabler/icons-react'
import { accountScreen, lazyScreen, type Portal } from '#web/pages/screen.ts'

export const driverPortal: Portal<'driver'> = {
  role: 'driver',
  title: () => t`Driver Portal`,
  screens: [
    {
      path: 'dashboard',
      page: lazyScreen(() => import('./dashboard.tsx'), 'DriverDashboard'),
      link: { label: () => t`Route`, icon: IconClipboardList },
    },
    { path: 'profile', page: accountScreen, link: { label: () => t`Account`, icon: IconUser } },
  ],
}
