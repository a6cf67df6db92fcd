/**
 * Reads the reader's own account row, waiting briefly for it.
 * After a sign-up the token exists a moment before the row.
 */
import type { Rows } from '#platform/read-store/rows.ts'
import type { ViewReading } from '../reading/reading.ts'
import type { AccountRow } from './accounts-view.ts'

const PATIENCE_MS = 1_000

/**
 * Reads rows by user id and waits up to a second for a new account.
 * Does not wait for rows of a past moment.
 */
export function createOwnRow({ runner }: Pick<ViewReading, 'runner'>) {
  const waiting = new Set<{ userId: string; wake: () => void }>()
  runner?.onChange((view, rows) => {
    if (view !== 'accounts') return
    for (const { userId, wake } of waiting) if (rows.has(userId)) wake()
  })

  const read = async (rows: Rows, userId: string) => (await rows.get<AccountRow>('accounts', [userId]))[0]

  /** Returns the row as soon as it exists, or undefined at timeout. */
  async function arriving(rows: Rows, userId: string): Promise<AccountRow | undefined> {
    const { promise, resolve: wake } = Promise.withResolvers<void>()
    const waiter = { userId, wake }
    waiting.add(waiter)
    const timer = setTimeout(wake, PATIENCE_MS)
    try {
      // The row may have arrived before this waiter was registered.
      return (await read(rows, userId)) ?? (await promise.then(() => read(rows, userId)))
    } finally {
      clearTimeout(timer)
      waiting.delete(waiter)
    }
  }

  return async (rows: Rows, userId: string): Promise<AccountRow | undefined> =>
    (await read(rows, userId)) ?? (runner && arriving(rows, userId))
}
