/** Rate limits that know carrier NAT: tight per account, wide per address, where thousands of phones may share one. */

import { type RateLimiterAbstract, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { type Rejection, reject } from '#contract/problems.ts'

export interface Limits {
  /** Counts a sign-in before it is tried, so that a burst can't slip through; refused when too many failed lately. */
  beforeSignIn(account: string, address: string): Promise<Rejection | undefined>
  /** Takes the count back. */
  succeededSignIn(account: string, address: string): Promise<void>
  /** Counts a sign-up; refused above 100 an hour from one address. */
  signUp(address: string): Promise<Rejection | undefined>
}

const MINUTES_15 = 15 * 60
const HOUR = 60 * 60

/** Ten failures of an account from one address, or fifty from anywhere, within 15 minutes; 100 sign-ups an hour per address. */
export function createLimits(): Limits {
  const perAccountAndAddress = new RateLimiterMemory({ keyPrefix: 'a', points: 10, duration: MINUTES_15 })
  const perAccount = new RateLimiterMemory({ keyPrefix: 'b', points: 50, duration: MINUTES_15 })
  const signUps = new RateLimiterMemory({ keyPrefix: 'c', points: 100, duration: HOUR })
  const pair = (account: string, address: string) => `${account}\n${address}`

  return {
    async beforeSignIn(account, address) {
      const refused = (await count(perAccountAndAddress, pair(account, address))) ?? (await count(perAccount, account))
      return refused && tooMany('sign-in attempts', refused.msBeforeNext)
    },
    async succeededSignIn(account, address) {
      await Promise.all([perAccountAndAddress.delete(pair(account, address)), perAccount.reward(account)])
    },
    async signUp(address) {
      const refused = await count(signUps, address)
      return refused && tooMany('sign-ups from your network', refused.msBeforeNext)
    },
  }
}

/** Counts one; what it answers, when given, is the limit that was hit (an error of the limiter itself is thrown on). */
async function count(limiter: RateLimiterAbstract, key: string): Promise<RateLimiterRes | undefined> {
  try {
    await limiter.consume(key)
    return undefined
  } catch (limit) {
    if (limit instanceof Error) throw limit
    return limit as RateLimiterRes
  }
}

function tooMany(what: string, msBeforeNext: number): Rejection {
  const minutes = Math.max(1, Math.ceil(msBeforeNext / 60_000))
  return reject('too-many', `Too many ${what}. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`)
}
