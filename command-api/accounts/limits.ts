/** Rate limits that know carrier NAT: tight per account, wide per address, and none of them shuts out a device that is known. */

import { type RateLimiterAbstract, RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { type Rejection, reject } from '#contract/door/problems.ts'
import type { Principal } from '#platform/auth/tokens.ts'

/** A try of a password. */
export interface Try {
  /** The user, whichever identifier was typed; the identifier itself where it is nobody's. */
  account: string
  address: string
  /** A device that has signed in to this account before, or a session of it: whatever others try, it has tries of its own. */
  known?: string
}

export interface Limits {
  /** Counts a sign-in before it is tried, whoever it is for; refused above 1000 that failed in 15 minutes from one address. */
  signIn(address: string): Promise<Rejection | undefined>
  /** Takes that count back. */
  signedIn(address: string): Promise<void>
  /** Counts a try of a password before it is made, so that a burst can't slip through; refused when too many failed lately. */
  beforePassword(tried: Try): Promise<Rejection | undefined>
  /** Takes the count back. */
  rightPassword(tried: Try): Promise<void>
  /** Whether an account that is blocked was not known to be so in the last 15 minutes: its owner is to be told. */
  isNewlyBlocked(account: string): Promise<boolean>
  /** Counts a sign-up; refused above 100 an hour from one address. */
  signUp(address: string): Promise<Rejection | undefined>
  /** Counts a wish for a reset link; refused above 5 an hour for an identifier and 100 in all from one address or known device. */
  resetLink(identifier: string, address: string, known?: string): Promise<Rejection | undefined>
  /**
   * Whether a further link is mailed to an account. Above 5 in 30 minutes none is, silently; as a link lives that long, its owner
   * has one then, and strangers who ask keep nobody from resetting. A known device has 5 of its own.
   */
  mailsLink(account: string, known?: string): Promise<boolean>
}

const MINUTES_15 = 15 * 60
const MINUTES_30 = 30 * 60
const HOUR = 60 * 60

/**
 * Ten wrong passwords for an account from one address or known device, or fifty from anywhere unknown, within 15 minutes. They
 * are counted by this process alone: with several, each grants its own.
 */
export function createLimits(): Limits {
  const limiter = (points: number, duration: number) => new RateLimiterMemory({ points, duration })
  const perAccountAndOrigin = limiter(10, MINUTES_15)
  const perAccount = limiter(50, MINUTES_15)
  const signInsPerAddress = limiter(1_000, MINUTES_15)
  const blocked = limiter(1, MINUTES_15)
  const signUps = limiter(100, HOUR)
  const linksPerAccountAndOrigin = limiter(5, HOUR)
  const linksPerOrigin = limiter(100, HOUR)
  const linksMailed = limiter(5, MINUTES_30)
  const pair = ({ account, address, known }: Try) => `${account}\n${known ? `known ${known}` : `from ${address}`}`

  return {
    async signIn(address) {
      const refused = await count(signInsPerAddress, address)
      return refused && tooMany('attempts from your network', refused.msBeforeNext)
    },
    signedIn: async (address) => void (await signInsPerAddress.reward(address)),
    async beforePassword(tried) {
      const { account, known } = tried
      const refused =
        (await count(perAccountAndOrigin, pair(tried))) ?? (known ? undefined : await count(perAccount, account))
      return refused && tooMany('attempts', refused.msBeforeNext)
    },
    async rightPassword(tried) {
      await perAccountAndOrigin.delete(pair(tried))
      if (!tried.known) await perAccount.reward(tried.account)
    },
    isNewlyBlocked: async (account) => !(await count(blocked, account)),
    async signUp(address) {
      const refused = await count(signUps, address)
      return refused && tooMany('sign-ups from your network', refused.msBeforeNext)
    },
    async resetLink(account, address, known) {
      const refused =
        (await count(linksPerOrigin, known ?? address)) ??
        (await count(linksPerAccountAndOrigin, pair({ account, address, known })))
      return refused && tooMany('requests', refused.msBeforeNext)
    },
    mailsLink: async (account, known) => !(await count(linksMailed, pair({ account, address: 'anywhere', known }))),
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
