/** List of the drivers' screens. */
import { t } from '@lingui/core/macro'
import { IconClipboardList, IconUser } from '@tabler/icons-react'
import { account, lazyScreen, type Portal } from '#web/pages/screen.ts'

export const driver: Portal<'driver'> = {
  role: 'driver',
  title: () => t`Driver Portal`,
  screens: [
    {
      path: 'dashboard',
      page: lazyScreen(() => import('./dashboard.tsx'), 'DriverDashboard'),
      link: { label: () => t`Route`, icon: IconClipboardList },
    },
    { path: 'profile', page: account, link: { label: () => t`Account`, icon: IconUser } },
  ],
}
