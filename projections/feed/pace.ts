/** Rate limit per user in rows: a free burst, then a steady rate. */
import { LRUCache } from 'lru-cache'
import { systemClock } from './clock.ts'

const BURST = 50_000
const PER_SECOND = 2_000
const REMEMBERED = 50_000
/** Largest debt in rows; half a minute repays it. */
const MOST_OWED = 60_000

/**
 * Costs in rows of other actions.
 * A flooder's whole burst is spent, however little they used before.
 */
export const COST = { handshake: 10, join: 10, cut: BURST + 5_000 } as const

export interface Pace {
  spend(userId: string, rows: number): void
  /** Returns milliseconds until the debt is repaid. */
  wait(userId: string): number
}

export function createPace({ now } = systemClock): Pace {
  const accounts = new LRUCache<string, { left: number; at: number }>({ max: REMEMBERED })

  function left(userId: string): number {
    const known = accounts.get(userId)
    return known ? Math.min(BURST, known.left + ((now() - known.at) * PER_SECOND) / 1_000) : BURST
  }

  return {
    spend: (userId, rows) => void accounts.set(userId, { left: Math.max(-MOST_OWED, left(userId) - rows), at: now() }),
    wait: (userId) => Math.max(0, (-left(userId) * 1_000) / PER_SECOND),
  }
}
