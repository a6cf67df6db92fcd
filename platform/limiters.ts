/** Counters of rate limits. Here they are those of one process; redis-limiters.ts has those of an installation. */
import { type RateLimiterAbstract, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'

/** How much a key may, and in how many seconds. */
export interface Quota {
  points: number
  duration: number
}

export interface Limiter {
  /** Counts one. Returns what it has to wait, in ms, where that is too many. */
  count(key: string): Promise<{ msBeforeNext: number } | undefined>
  /** Takes one back. */
  reward(key: string): Promise<void>
  /** Forgets the key. */
  forget(key: string): Promise<void>
}

/** Makes the limiter of a name. Those of the same name in the same Redis are one. */
export type Limiters = (name: string, quota: Quota) => Limiter

/** For this process alone. */
export const memoryLimiters: Limiters = (_, quota) => limiterOf(new RateLimiterMemory(quota), (key) => key)

/** Returns the port over a limiter of the library. */
export function limiterOf(limiter: RateLimiterAbstract, keyOf: (key: string) => string): Limiter {
  return {
    async count(key) {
      try {
        await limiter.consume(keyOf(key))
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
