/** Limits the rate of reads of public data per network. */

import { type Rejection, reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import { joinMessages } from '#contract/languages/values.ts'
import { createMemoryLimiter, type LimiterFactory } from '#platform/limiters.ts'

/**
 * Returns a function that rejects more than `most` requests per minute and network.
 * `name` names the limit; `advice` says when to retry.
 */
export function createPerNetworkRateLimit(
  name: string,
  { most, advice }: { most: number; advice: Message },
  limiters: LimiterFactory = createMemoryLimiter,
) {
  const perNetwork = limiters(name, { points: most, duration: 60 })
  return async (network: string): Promise<Rejection | undefined> => {
    const refused = await perNetwork.count(network)
    if (!refused) return undefined
    const retryAfter = Math.max(1, Math.ceil(refused.msBeforeNext / 1_000))
    return { ...reject('too-many', joinMessages([msg`Too many requests from your network.`, advice])), retryAfter }
  }
}
