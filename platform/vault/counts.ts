/** Usage counts that survive a restart, and rate limiters that use them. */
import { createHmac } from 'node:crypto'
import type { LimiterFactory } from '../limiters.ts'

/**
 * Counts uses by key, for rate limits.
 * Times are in epoch ms.
 * A power cut may lose the newest counts that are not yet on the disk.
 */
export interface UsageCountStore {
  /**
   * Adds one use to the key's count.
   * The count expires `durationMs` after its first use.
   * If the clock was ahead at the first use, the count expires `durationMs` from now at the latest.
   */
  countUp(key: string, durationMs: number, now: number): Promise<{ count: number; until: number }>
  /** Reduces the count of a key by one use. */
  countDown(key: string): Promise<void>
  /** Returns how often the key was used, and when the counting period ends (epoch ms). */
  counted(key: string, now: number): Promise<{ count: number; until: number }>
}

/** Key that counts all uses together, such as a day's SMS. */
const ALL = 'all'

/** Name of the limiter that counts all SMS of a day. */
export const DAILY_SMS_LIMITER_NAME = 'sms of a day'

/**
 * Limiters that survive a restart.
 * Refusals write nothing, because anyone can cause them.
 */
export type StoredLimiters = (
  ...quota: Parameters<LimiterFactory>
) => Pick<ReturnType<LimiterFactory>, 'count' | 'reward'>

/**
 * Returns rate limiters that count in the vault, in any of its databases.
 * Their keys name phone numbers and people, so the keys are stored as hashes with `secret`.
 * Only the key 'all' is stored as it is.
 */
export function createStoredLimiters(counts: UsageCountStore, secret: Uint8Array, now: () => number): StoredLimiters {
  return (name, { points, duration }) => {
    const keyOf = (key: string) =>
      key === ALL ? name : `${name} ${createHmac('sha256', secret).update(key).digest('base64url')}`
    return {
      async count(key) {
        const ms = duration * 1000
        const held = await counts.counted(keyOf(key), now())
        const left = held.until - now()
        // Refuses only if the stored counting period ends within its duration.
        // A later end comes from a process whose clock was fast; `countUp` corrects it.
        if (held.count >= points && left <= ms) return { msBeforeNext: Math.max(1, left) }
        const { count, until } = await counts.countUp(keyOf(key), ms, now())
        if (count <= points) return undefined
        await counts.countDown(keyOf(key))
        return { msBeforeNext: Math.max(1, until - now()) }
      },
      reward: (key) => counts.countDown(keyOf(key)),
    }
  }
}
