/** How much a user may ask of the feed, counted in rows: a burst is free, and whoever goes on beyond it waits for the rest. */
import { LRUCache } from 'lru-cache'
import { systemClock } from './clock.ts'

const BURST = 50_000
const PER_SECOND = 2_000
const REMEMBERED = 50_000
/** Whatever was spent, half a minute makes up for it. */
const MOST_OWED = 60_000

/** What else costs, as so many rows. Whoever had to be cut has nothing left, however little they had asked for until then. */
export const COST = { handshake: 10, join: 10, cut: BURST + 5_000 } as const

export interface Pace {
  spend(userId: string, rows: number): void
  /** Milliseconds until what was spent is made up for. */
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
