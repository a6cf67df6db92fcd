/** Rate limit counters of one process. Those of a whole installation are in redis-limiters.ts. */
import { type RateLimiterAbstract, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'

/** Count that is allowed per duration. The duration is in seconds. */
interface Quota {
  points: number
  duration: number
}

export interface Limiter {
  /** Counts one use or several by a key, such as an account. Returns the wait in ms if the limit is exceeded. */
  count(key: string, uses?: number): Promise<{ msBeforeNext: number } | undefined>
  /** Takes back one counted use. */
  reward(key: string): Promise<void>
  /** Deletes the count of a key. */
  forget(key: string): Promise<void>
}

/** Creates the limiter with a name. Limiters with the same name on the same Redis share their counts. */
export type LimiterFactory = (name: string, quota: Quota) => Limiter

/** Limiters that count in this process alone. */
export const createMemoryLimiter: LimiterFactory = (_, quota) =>
  adaptLimiter(new RateLimiterMemory(quota), (key) => key)

/** Adapts a limiter of the library to the port. */
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
