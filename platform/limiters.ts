/** Rate limit counters of one process; redis-limiters.ts has shared ones. */
import { type RateLimiterAbstract, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Rejection } from '#contract/http/problems.ts'

/**
 * Count that is allowed per duration.
 * The duration is in seconds.
 */
interface Quota {
  points: number
  duration: number
}

export interface Limiter {
  /**
   * Counts one or several uses by a key, such as an account.
   * Above the limit, returns the time in ms until the next use is allowed; otherwise undefined.
   */
  count(key: string, uses?: number): Promise<{ msBeforeNext: number } | undefined>
  /** Takes back one counted use of the key. */
  reward(key: string): Promise<void>
  /** Resets a key's count to zero. */
  forget(key: string): Promise<void>
}

/**
 * Creates a named limiter.
 * Limiters of one name on one Redis share counts.
 */
export type LimiterFactory = (name: string, quota: Quota) => Limiter

/** Creates rate limiters that count only in this process. */
export const createMemoryLimiter: LimiterFactory = (_, quota) =>
  adaptLimiter(new RateLimiterMemory(quota), (key) => key)

/** Adapts a limiter of the library rate-limiter-flexible to our interface `Limiter`. */
export function adaptLimiter(limiter: RateLimiterAbstract, keyOf: (key: string) => string): Limiter {
  return {
    async count(key, uses = 1) {
      try {
        await limiter.consume(keyOf(key), uses)
        return undefined
      } catch (limit) {
        if (limit instanceof Error) throw limit
        return limit as RateLimiterRes
      }
    },
    async reward(key) {
      await limiter.reward(keyOf(key))
    },
    async forget(key) {
      await limiter.delete(keyOf(key))
    },
  }
}

/**
 * Counts one kind of command per person.
 * Returns a rejection above the limit.
 */
export type PersonQuota = (userId: string) => Promise<Rejection | undefined>

/** Counts nothing, for handlers without this limit. */
export const NO_QUOTA: PersonQuota = async () => undefined
