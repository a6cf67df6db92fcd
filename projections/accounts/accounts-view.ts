/** Accounts: one row per person, personal data sealed; an erased person's row stays, and is marked. */
import type { Role, Zone } from '#contract/city.ts'
import type { Settings } from '#contract/settings.ts'
import { simulatedBy } from '#platform/event-store/simulated.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

export interface AccountRow extends Row {
  role: Role
  zone?: Zone
  facility?: string
  employeeId?: string
  sealed: string
  createdAt: string
  erased: boolean
  /** As last saved; absent before the first time. */
  settings?: Settings
  /** Of staff only. */
  lastSignInAt?: string
  /** A resident of the simulated city. */
  simulated?: true
}

export const accountsView = defineView<AccountRow>({
  name: 'accounts',
  on: {
    AccountRegistered: {
      id: (data) => data.userId,
      row: (_, { userId: id, role, zone, facility, employeeId, sealed, registeredAt: createdAt }, __, event) => ({
        ...simulatedBy(event),
        id,
        role,
        zone,
        facility,
        employeeId,
        sealed,
        createdAt,
        erased: false,
      }),
    },
    AccountReassigned: {
      id: (data) => data.userId,
      row: (row, { role, zone, facility }) => row && { ...row, role, zone, facility },
    },
    SettingsSaved: {
      id: (data) => data.userId,
      row: (row, { settings }) => row && { ...row, settings },
    },
    StaffSignedIn: {
      id: (data) => data.userId,
      row: (row, { signedInAt: lastSignInAt }) => row && { ...row, lastSignInAt },
    },
    AccountErased: {
      id: (data) => data.userId,
      row: (row) => row && { ...row, erased: true },
    },
  },
})
