/** What everybody may ask for, and nobody all the time. */
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { type Rejection, reject } from '#contract/door/problems.ts'

/** Counts the requests of each network; answers a rejection when there were more than `most` of it in a minute. `advice`: when to come again. */
export function createNetworkLimit(most: number, advice: string) {
  const perNetwork = new RateLimiterMemory({ points: most, duration: 60 })
  return async (network: string): Promise<Rejection | undefined> => {
    try {
      await perNetwork.consume(network)
      return undefined
    } catch (limit) {
      if (limit instanceof Error) throw limit
      const retryAfter = Math.max(1, Math.ceil((limit as RateLimiterRes).msBeforeNext / 1_000))
      return { ...reject('too-many', `Too many requests from your network. ${advice}`), retryAfter }
    }
  }
}
