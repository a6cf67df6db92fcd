/** The auditors' screens; a new one is a line here. */
import { IconHistory } from '@tabler/icons-react'
import type { Portal } from '#web/pages/portal.ts'
import { account, notYet } from '#web/pages/signed-in/screens.ts'

export const auditor: Portal<'auditor'> = {
  role: 'auditor',
  title: 'Auditor Portal',
  screens: [
    { path: 'dashboard', page: notYet, link: { label: 'Timeline', icon: IconHistory } },
    { path: 'profile', page: account },
  ],
}
