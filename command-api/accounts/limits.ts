/** Rate limits that know carrier NAT: tight per account, wide per address, and none of them shuts out a device that is known. */

import { type Rejection, reject } from '#contract/door/problems.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import { type Limiters, memoryLimiters } from '#platform/limiters.ts'

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
 * Ten wrong passwords for an account from one address or known device, or fifty from anywhere unknown, within 15 minutes. All
 * processes count together where `limiters` are those of a Redis.
 */
export function createLimits(limiters: Limiters = memoryLimiters): Limits {
  const limiter = (name: string, points: number, duration: number) => limiters(name, { points, duration })
  const perAccountAndOrigin = limiter('perAccountAndOrigin', 10, MINUTES_15)
  const perAccount = limiter('perAccount', 50, MINUTES_15)
  const signInsPerAddress = limiter('signInsPerAddress', 1_000, MINUTES_15)
  const blocked = limiter('blocked', 1, MINUTES_15)
  const signUps = limiter('signUps', 100, HOUR)
  const linksPerAccountAndOrigin = limiter('linksPerAccountAndOrigin', 5, HOUR)
  const linksPerOrigin = limiter('linksPerOrigin', 100, HOUR)
  const linksMailed = limiter('linksMailed', 5, MINUTES_30)
  const pair = ({ account, address, known }: Try) => `${account}\n${known ? `known ${known}` : `from ${address}`}`

  return {
    async signIn(address) {
      const refused = await signInsPerAddress.count(address)
      return refused && tooMany('attempts from your network', refused.msBeforeNext)
    },
    signedIn: (address) => signInsPerAddress.reward(address),
    async beforePassword(tried) {
      const { account, known } = tried
      const refused =
        (await perAccountAndOrigin.count(pair(tried))) ?? (known ? undefined : await perAccount.count(account))
      return refused && tooMany('attempts', refused.msBeforeNext)
    },
    async rightPassword(tried) {
      await perAccountAndOrigin.forget(pair(tried))
      if (!tried.known) await perAccount.reward(tried.account)
    },
    isNewlyBlocked: async (account) => !(await blocked.count(account)),
    async signUp(address) {
      const refused = await signUps.count(address)
      return refused && tooMany('sign-ups from your network', refused.msBeforeNext)
    },
    async resetLink(account, address, known) {
      const refused =
        (await linksPerOrigin.count(known ?? address)) ??
        (await linksPerAccountAndOrigin.count(pair({ account, address, known })))
      return refused && tooMany('requests', refused.msBeforeNext)
    },
    mailsLink: async (account, known) => !(await linksMailed.count(pair({ account, address: 'anywhere', known }))),
  }
}

/** No person comes near it; a script that writes without end does. */
const COMMANDS_OF_A_RESIDENT = 300

/** Counts the commands of each resident, whatever they are: refused above 300 in 15 minutes. */
export function createWriteQuota(
  limiters: Limiters = memoryLimiters,
): (principal: Pick<Principal, 'userId' | 'role'>) => Promise<Rejection | undefined> {
  const perResident = limiters('perResident', { points: COMMANDS_OF_A_RESIDENT, duration: MINUTES_15 })
  return async ({ userId, role }) => {
    const refused = role === 'resident' ? await perResident.count(userId) : undefined
    return refused && tooMany('changes', refused.msBeforeNext)
  }
}

function tooMany(what: string, msBeforeNext: number): Rejection {
  const minutes = Math.max(1, Math.ceil(msBeforeNext / 60_000))
  const message = `Too many ${what}. Please try again in ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}.`
  return { ...reject('too-many', message), retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1_000)) }
}
