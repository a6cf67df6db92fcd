/** Answers account reads: `me` and the reader's settings. */
import { reject } from '#contract/door/problems.ts'
import type { Reads } from '#platform/http/api.ts'
import { openPersons, toUser } from '#platform/persons.ts'
import { settingsOf } from '../reading/reader-settings.ts'
import type { ViewReading } from '../reading/reading.ts'
import { createOwnRow } from './own-row.ts'

export function accountReads(reading: Pick<ViewReading, 'runner' | 'sealer'>): Reads {
  const ownRow = createOwnRow(reading)
  return {
    async me({ principal }, { rows }) {
      const row = await ownRow(rows, principal.userId)
      if (!row) return reject('not-found', 'Your account is not known here yet. Please try again in a moment.')
      const [person] = await openPersons(reading.sealer, [{ ...row, userId: row.id }])
      return { user: toUser({ ...row, mustChangePassword: principal.mustChangePassword }, person) }
    },

    async settings({ principal }, { rows }) {
      const row = await ownRow(rows, principal.userId)
      return { settings: settingsOf(principal.role, row?.settings), saved: row?.settings !== undefined }
    },
  }
}
