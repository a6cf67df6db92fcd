/** Limits how often one network may ask for public data. */
import { type Rejection, reject } from '#contract/door/problems.ts'
import { type Limiters, memoryLimiters } from '#platform/limiters.ts'

/**
 * Returns what counts a network's request, and rejects more than `most` in a minute.
 * `name`: of what is asked for. `advice`: when to come again.
 */
export function createNetworkLimit(
  name: string,
  { most, advice }: { most: number; advice: string },
  limiters: Limiters = memoryLimiters,
) {
  const perNetwork = limiters(name, { points: most, duration: 60 })
  return async (network: string): Promise<Rejection | undefined> => {
    const refused = await perNetwork.count(network)
    if (!refused) return undefined
    const retryAfter = Math.max(1, Math.ceil(refused.msBeforeNext / 1_000))
    return { ...reject('too-many', `Too many requests from your network. ${advice}`), retryAfter }
  }
}
