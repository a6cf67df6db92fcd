/** Rate limit per user, counted in rows: a burst is free, then reads are limited to a steady rate. */
import { LRUCache } from 'lru-cache'
import { systemFeedClock } from './clock.ts'

const BURST_ROWS = 50_000
const ROWS_PER_SECOND = 2_000
const MAX_USERS = 50_000
/** Largest debt of a user, in rows. Half a minute repays it. */
const MAX_DEBT_ROWS = 60_000

/**
 * Costs of actions other than reading, in rows.
 * `cut` is a disconnection for flooding and costs more than the whole free burst.
 */
export const ACTION_COST_ROWS = { handshake: 10, join: 10, cut: BURST_ROWS + 5_000 } as const

export interface RowRateLimit {
  spend(userId: string, rows: number): void
  /** Returns the milliseconds until the user's debt is repaid. */
  wait(userId: string): number
}

export function createRowRateLimit({ now } = systemFeedClock): RowRateLimit {
  const accounts = new LRUCache<string, { left: number; at: number }>({ max: MAX_USERS })

  function left(userId: string): number {
    const known = accounts.get(userId)
    return known ? Math.min(BURST_ROWS, known.left + ((now() - known.at) * ROWS_PER_SECOND) / 1_000) : BURST_ROWS
  }

  return {
    spend: (userId, rows) =>
      void accounts.set(userId, { left: Math.max(-MAX_DEBT_ROWS, left(userId) - rows), at: now() }),
    wait: (userId) => Math.max(0, (-left(userId) * 1_000) / ROWS_PER_SECOND),
  }
}
