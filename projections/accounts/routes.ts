/** Answers account reads: `me` and the reader's settings. */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { ReadHandlers } from '#platform/http/api.ts'
import { toUser, unsealPersons } from '#platform/persons.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import type { ViewReadDependencies } from '../queries/dependencies.ts'
import { accountSettingsOf } from '../queries/reader-settings.ts'
import type { AccountRow } from './accounts-view.ts'

const ROW_TIMEOUT_MS = 1_000

/**
 * Returns a function that reads the user's own account.
 * A read of the present waits up to a second for the row of a new account.
 */
function createOwnAccountReader({ runner }: Pick<ViewReadDependencies, 'runner'>) {
  const waiting = new Set<{ userId: string; wake: () => void }>()
  runner?.onChange((view, rows) => {
    if (view !== 'accounts') return
    for (const { userId, wake } of waiting) if (rows.has(userId)) wake()
  })

  const read = async (rows: Rows, userId: string) => (await rows.get<AccountRow>('accounts', [userId]))[0]

  /** Returns the row once it exists, or undefined at timeout. */
  async function waitForRow(rows: Rows, userId: string): Promise<AccountRow | undefined> {
    const { promise, resolve: wake } = Promise.withResolvers<void>()
    const waiter = { userId, wake }
    waiting.add(waiter)
    const timer = setTimeout(wake, ROW_TIMEOUT_MS)
    try {
      // Reads the row before waiting, because it may have arrived already.
      return (await read(rows, userId)) ?? (await promise.then(() => read(rows, userId)))
    } finally {
      clearTimeout(timer)
      waiting.delete(waiter)
    }
  }

  return async (rows: Rows, userId: string): Promise<AccountRow | undefined> =>
    (await read(rows, userId)) ?? (runner && waitForRow(rows, userId))
}

export function createAccountReadHandlers(reading: Pick<ViewReadDependencies, 'runner' | 'sealer'>): ReadHandlers {
  const ownRow = createOwnAccountReader(reading)
  return {
    async me({ principal }, { rows }) {
      const row = await ownRow(rows, principal.userId)
      if (!row) return reject('not-found', msg`Your account is not ready yet. Please try again in a moment.`)
      const [person] = await unsealPersons(reading.sealer, [{ ...row, userId: row.id }])
      return { user: toUser({ ...row, mustChangePassword: principal.mustChangePassword }, person) }
    },

    async settings({ principal }, { rows }) {
      const row = await ownRow(rows, principal.userId)
      return { settings: accountSettingsOf(principal.role, row), saved: row?.settings !== undefined }
    },
  }
}
