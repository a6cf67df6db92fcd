/** The admins' screens. */
import { t } from '@lingui/core/macro'
import { IconCertificate, IconLayoutDashboard, IconPhone, IconUser } from '@tabler/icons-react'
import { type Portal, screen } from '#web/pages/screen.ts'
import { account, wasteDetector } from '#web/pages/signed-in/screens.ts'

export const admin: Portal<'admin'> = {
  role: 'admin',
  title: () => t`Admin Portal`,
  screens: [
    {
      path: 'dashboard',
      page: screen(() => import('./dashboard.tsx'), 'AdminDashboard'),
      link: { label: () => t`Dashboard`, icon: IconLayoutDashboard },
    },
    {
      path: 'users',
      page: screen(() => import('./users.tsx'), 'AdminUsers'),
      link: { label: () => t`Users`, icon: IconUser },
    },
    {
      path: 'audit',
      page: screen(() => import('./audit.tsx'), 'AdminAudit'),
      link: { label: () => t`Audit`, icon: IconCertificate },
    },
    {
      path: 'phone',
      page: screen(() => import('./phone.tsx'), 'AdminPhone'),
      link: { label: () => t`Phone`, icon: IconPhone },
    },
    { path: 'profile', page: account },
    { path: 'models/waste-detector', page: wasteDetector },
  ],
}
