/** List of the admins' screens. */
import { t } from '@lingui/core/macro'
import { IconCertificate, IconLayoutDashboard, IconPhone, IconUser } from '@tabler/icons-react'
import { accountScreen, lazyScreen, type Portal, wasteDetectorScreen } from '#web/pages/screen.ts'

export const adminPortal: Portal<'admin'> = {
  role: 'admin',
  title: () => t`Admin Portal`,
  screens: [
    {
      path: 'dashboard',
      page: lazyScreen(() => import('./dashboard.tsx'), 'AdminDashboard'),
      link: { label: () => t`Dashboard`, icon: IconLayoutDashboard },
    },
    {
      path: 'users',
      page: lazyScreen(() => import('./users.tsx'), 'AdminUsers'),
      link: { label: () => t`Users`, icon: IconUser },
    },
    {
      path: 'audit',
      page: lazyScreen(() => import('./audit.tsx'), 'AdminAudit'),
      link: { label: () => t`Audit`, icon: IconCertificate },
    },
    {
      path: 'phone',
      page: lazyScreen(() => import('./phone.tsx'), 'AdminPhone'),
      link: { label: () => t`Phone`, icon: IconPhone },
    },
    { path: 'profile', page: accountScreen },
    { path: 'models/waste-detector', page: wasteDetectorScreen },
  ],
}
