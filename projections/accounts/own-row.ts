/** The reader's own account row, waited for briefly: right after a sign-up the token is there a moment before the row. */
import type { Rows } from '#platform/read-store/rows.ts'
import type { ViewReading } from '../reading/reading.ts'
import type { AccountRow } from './accounts-view.ts'

const PATIENCE_MS = 1_000

/** Reads rows by user id; the row of an account that is not known yet is waited for, at most a second; not in the past. */
export function createOwnRow({ runner }: Pick<ViewReading, 'runner'>) {
  const waiting = new Set<{ userId: string; wake: () => void }>()
  runner?.onChange((view, rows) => {
    if (view !== 'accounts') return
    for (const { userId, wake } of waiting) if (rows.has(userId)) wake()
  })

  const read = async (rows: Rows, userId: string) => (await rows.get<AccountRow>('accounts', [userId]))[0]

  /** The row, as soon as there is one. */
  async function arriving(rows: Rows, userId: string): Promise<AccountRow | undefined> {
    const { promise, resolve: wake } = Promise.withResolvers<void>()
    const waiter = { userId, wake }
    waiting.add(waiter)
    const timer = setTimeout(wake, PATIENCE_MS)
    try {
      // It may have come between the first look and now, when nobody was waiting for it.
      return (await read(rows, userId)) ?? (await promise.then(() => read(rows, userId)))
    } finally {
      clearTimeout(timer)
      waiting.delete(waiter)
    }
  }

  return async (rows: Rows, userId: string): Promise<AccountRow | undefined> =>
    (await read(rows, userId)) ?? (runner && arriving(rows, userId))
}
