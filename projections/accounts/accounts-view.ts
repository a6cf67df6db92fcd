/** Accounts: one row per person, personal data sealed. */
import type { Role, Zone } from '#contract/city.ts'
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
}

export const accountsView = defineView<AccountRow>({
  name: 'accounts',
  on: {
    AccountRegistered: {
      id: (data) => data.userId,
      row: (_, { userId: id, role, zone, facility, employeeId, sealed, registeredAt: createdAt }) => ({
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
    AccountErased: {
      id: (data) => data.userId,
      row: (row) => row && { ...row, erased: true },
    },
  },
})
