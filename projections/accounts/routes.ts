/** The accounts' reads at the door: who am I. */
import { reject } from '#contract/problems.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { Reading } from '../reading.ts'
import type { AccountRow } from './accounts-view.ts'

export function accountReads({ reads, sealer, runner }: Reading): Handlers {
  return {
    async me({ principal }) {
      const [row] = await reads.get<AccountRow>(runner.table('accounts'), [principal.userId])
      if (!row) return reject('not-found', 'Your account is not known here yet. Please try again in a moment.')
      const [person] = await sealer.open<{ name: string; email: string; phone?: string }>([
        { personId: row.id, sealed: row.sealed },
      ])
      const { id, role, zone, facility, employeeId: employee_id, createdAt } = row
      const { name = 'Erased', email = '', phone } = person ?? {}
      return { user: { id, name, email, phone, role, zone, facility, employee_id, createdAt } }
    },
  }
}
