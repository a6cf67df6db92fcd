/** The drivers' screens. */
import { IconUser } from '@tabler/icons-react'
import type { Portal } from '#web/pages/screen.ts'
import { account } from '#web/pages/signed-in/screens.ts'

export const driver: Portal<'driver'> = {
  role: 'driver',
  title: 'Driver Portal',
  screens: [
    { path: 'dashboard', page: account, link: { label: 'Account', icon: IconUser } },
    { path: 'profile', page: account },
  ],
}
