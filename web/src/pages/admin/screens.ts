/** List of the admins' screens. */
import { t } from '@lingui/core/macro'
import { IconCertificate, IconLayoutDashboard, IconPhone, IconUser } from '@tabler/icons-react'
import { account, lazyScreen, type Portal, wasteDetector } from '#web/pages/screen.ts'

export const admin: Portal<'admin'> = {
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
    { path: 'profile', page: account },
    { path: 'models/waste-detector', page: wasteDetector },
  ],
}
