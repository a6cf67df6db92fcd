/** Rate limits that know carrier NAT: tight per account, wide per address, where thousands of phones may share one. */

import { type RateLimiterAbstract, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { type Rejection, reject } from '#contract/problems.ts'
import type { Principal } from '#platform/auth/tokens.ts'

export interface Limits {
  /** Counts a sign-in before it is tried, whoever it is for; refused above 1000 that failed in 15 minutes from one address. */
  signIn(address: string): Promise<Rejection | undefined>
  /** Takes that count back. */
  signedIn(address: string): Promise<void>
  /** Counts a try of a password before it is made, so that a burst can't slip through; refused when too many failed lately. */
  beforePassword(account: string, address: string): Promise<Rejection | undefined>
  /** Takes the count back. */
  rightPassword(account: string, address: string): Promise<void>
  /** Whether an account that is blocked was not known to be so in the last 15 minutes: its owner is to be told. */
  isNewlyBlocked(account: string): Promise<boolean>
  /** Counts a sign-up; refused above 100 an hour from one address. */
  signUp(address: string): Promise<Rejection | undefined>
  /** Counts a wish for a reset link; refused above 5 an hour for an account, and 100 an hour from one address. */
  resetLink(account: string, address: string): Promise<Rejection | undefined>
}

const MINUTES_15 = 15 * 60
const HOUR = 60 * 60

/** Ten wrong passwords for an account from one address, or fifty from anywhere, within 15 minutes. For this process alone. */
export function createLimits(): Limits {
  const limiter = (points: number, duration: number) => new RateLimiterMemory({ points, duration })
  const perAccountAndAddress = limiter(10, MINUTES_15)
  const perAccount = limiter(50, MINUTES_15)
  const signInsPerAddress = limiter(1_000, MINUTES_15)
  const blocked = limiter(1, MINUTES_15)
  const signUps = limiter(100, HOUR)
  const linksPerAccount = limiter(5, HOUR)
  const linksPerAddress = limiter(100, HOUR)
  const pair = (account: string, address: string) => `${account}\n${address}`

  return {
    async signIn(address) {
      const refused = await count(signInsPerAddress, address)
      return refused && tooMany('attempts from your network', refused.msBeforeNext)
    },
    signedIn: async (address) => void (await signInsPerAddress.reward(address)),
    async beforePassword(account, address) {
      const refused = (await count(perAccountAndAddress, pair(account, address))) ?? (await count(perAccount, account))
      return refused && tooMany('attempts', refused.msBeforeNext)
    },
    async rightPassword(account, address) {
      await Promise.all([perAccountAndAddress.delete(pair(account, address)), perAccount.reward(account)])
    },
    isNewlyBlocked: async (account) => !(await count(blocked, account)),
    async signUp(address) {
      const refused = await count(signUps, address)
      return refused && tooMany('sign-ups from your network', refused.msBeforeNext)
    },
    async resetLink(account, address) {
      const refused = (await count(linksPerAddress, address)) ?? (await count(linksPerAccount, account))
      return refused && tooMany('requests', refused.msBeforeNext)
    },
  }
}

/** No person comes near it; a script that writes without end does. */
const COMMANDS_OF_A_RESIDENT = 300

/** Counts the commands of each resident, whatever they are: refused above 300 in 15 minutes. For this process alone. */
export function createWriteQuota(): (principal: Pick<Principal, 'userId' | 'role'>) => Promise<Rejection | undefined> {
  const perResident = new RateLimiterMemory({ points: COMMANDS_OF_A_RESIDENT, duration: MINUTES_15 })
  return async ({ userId, role }) => {
    const refused = role === 'resident' ? await count(perResident, userId) : undefined
    return refused && tooMany('changes', refused.msBeforeNext)
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
  const message = `Too many ${what}. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  return { ...reject('too-many', message), retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1_000)) }
}
