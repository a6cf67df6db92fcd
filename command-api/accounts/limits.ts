/**
 * Rate limits of sign-in, of commands, and of concurrent password checks.
 * Sign-in limits are tight per account, and wide per shared address.
 * None locks out a known device.
 */

import { z } from 'zod'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { type Message, msg, plural } from '#contract/languages/message.ts'
import type { Role } from '#domain/city.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { EndpointCall, Handlers } from '#platform/http/api.ts'
import { createConcurrencyLimit, createSenderTurns, runWithinLimit } from '#platform/http/concurrency-limit.ts'
import { createMemoryLimiter, type Limiter, type LimiterFactory, type PersonQuota } from '#platform/limiters.ts'
import type { StoredLimiters } from '#platform/vault/counts.ts'

export interface PasswordAttempt {
  /** User id of the person who signs in, or the entered text if it belongs to no account. */
  account: string
  address: string
  /**
   * Identifies a device known to the account, or an open session of the account.
   * Attempts with this key have their own limit.
   */
  known?: string
}

export interface AccountRateLimits {
  /**
   * Counts a sign-in before it is checked, for any account.
   * Refuses above 1000 failures in 15 minutes per address.
   */
  signIn(address: string): Promise<Rejection | undefined>
  /** Takes back the attempt that `signIn` counted, after a successful sign-in. */
  signedIn(address: string): Promise<void>
  /**
   * Counts a successful sign-in, because the log stores each.
   * Refuses above 3,000 a day per account.
   */
  recordedSignIn(userId: string): Promise<Rejection | undefined>
  /**
   * Counts an attempt before the password is checked, so that many parallel attempts count too.
   * Refuses after too many recent failures.
   */
  beforePassword(tried: PasswordAttempt): Promise<Rejection | undefined>
  /** Takes back the attempt that `beforePassword` counted, after a correct password. */
  rightPassword(tried: PasswordAttempt): Promise<void>
  /**
   * Records that an account was blocked.
   * Returns true at most once in 15 minutes, so that its owner is notified once.
   */
  isNewlyBlocked(account: string): Promise<boolean>
  /**
   * Counts a sign-up.
   * Refuses above 100 an hour per address.
   */
  signUp(address: string): Promise<Rejection | undefined>
  /**
   * Counts a reset request.
   * Refuses above 5 an hour per identifier and origin, and 100 per origin.
   * An origin is an address or known device.
   */
  resetLink(identifier: string, address: string, known?: string): Promise<Rejection | undefined>
  /**
   * Counts a reset link and returns whether to mail it.
   * An account gets 5 links per 30 minutes, a link's lifetime.
   * Each known device has its own limit of 5.
   * Further requests are dropped silently, because the owner still has a valid link.
   * A stranger's requests therefore can't prevent a reset.
   */
  mailsLink(account: string, known?: string): Promise<boolean>
  /**
   * Counts a code sent by SMS.
   * Refuses more than 3 codes an hour per number, and more than 100 per address.
   */
  phoneCode(number: string, address: string): Promise<Rejection | undefined>
  /**
   * Counts an attempt to enter a code.
   * Refuses above 5 in ten minutes, a code's lifetime, and above 100 per address.
   */
  phoneTry(number: string, address: string): Promise<Rejection | undefined>
}

const MINUTES_10 = 10 * 60
const MINUTES_15 = 15 * 60
const MINUTES_30 = 30 * 60
const HOUR = 60 * 60
const DAY = 24 * HOUR

/** Maximum number of sign-ins of an account in a day; a monitor may try one every minute. */
const SIGN_INS_OF_A_DAY = 3_000

/**
 * Creates the limits of sign-ins, sign-ups, reset links and codes.
 * Within 15 minutes, an account allows ten wrong passwords per address or known device.
 * It allows fifty from all unknown devices together.
 * `limiters` counts in memory or, with Redis, across processes.
 * `stored` counts codes by SMS and survives a restart.
 */
export function createAccountRateLimits(
  limiters: LimiterFactory = createMemoryLimiter,
  stored: StoredLimiters = limiters,
): AccountRateLimits {
  const limiter = (name: string, points: number, duration: number) => limiters(name, { points, duration })
  const perAccountAndOrigin = limiter('perAccountAndOrigin', 10, MINUTES_15)
  const perAccount = limiter('perAccount', 50, MINUTES_15)
  const signInsPerAddress = limiter('signInsPerAddress', 1_000, MINUTES_15)
  const signInsPerAccount = limiter('signInsPerAccount', SIGN_INS_OF_A_DAY, DAY)
  const blocked = limiter('blocked', 1, MINUTES_15)
  const signUps = limiter('signUps', 100, HOUR)
  const linksPerAccountAndOrigin = limiter('linksPerAccountAndOrigin', 5, HOUR)
  const linksPerOrigin = limiter('linksPerOrigin', 100, HOUR)
  const linksMailed = limiter('linksMailed', 5, MINUTES_30)
  const codesPerNumber = stored('codesPerNumber', { points: 3, duration: HOUR })
  const codesPerAddress = limiter('codesPerAddress', 100, HOUR)
  const triesPerAddress = limiter('triesPerAddress', 100, MINUTES_10)
  const triesPerNumber = stored('triesPerNumber', { points: 5, duration: MINUTES_10 })
  const pair = ({ account, address, known }: PasswordAttempt) =>
    `${account}\n${known ? `known ${known}` : `from ${address}`}`

  return {
    async signIn(address) {
      const refused = await signInsPerAddress.count(address)
      return refused && tooMany(msg`Too many attempts from your network.`, refused.msBeforeNext)
    },
    signedIn: (address) => signInsPerAddress.reward(address),
    async recordedSignIn(userId) {
      const refused = await signInsPerAccount.count(userId)
      return refused && tooMany(msg`Too many attempts.`, refused.msBeforeNext)
    },
    async beforePassword(tried) {
      const { account, known } = tried
      const refused =
        (await perAccountAndOrigin.count(pair(tried))) ?? (known ? undefined : await perAccount.count(account))
      return refused && tooMany(msg`Too many attempts.`, refused.msBeforeNext)
    },
    async rightPassword(tried) {
      await perAccountAndOrigin.forget(pair(tried))
      if (!tried.known) await perAccount.reward(tried.account)
    },
    isNewlyBlocked: async (account) => !(await blocked.count(account)),
    async signUp(address) {
      const refused = await signUps.count(address)
      return refused && tooMany(msg`Too many sign-ups from your network.`, refused.msBeforeNext)
    },
    async resetLink(account, address, known) {
      const refused =
        (await linksPerOrigin.count(known ?? address)) ??
        (await linksPerAccountAndOrigin.count(pair({ account, address, known })))
      return refused && tooMany(msg`Too many requests.`, refused.msBeforeNext)
    },
    async phoneCode(number, address) {
      const refused = (await codesPerAddress.count(address)) ?? (await codesPerNumber.count(number))
      return refused && tooMany(msg`Too many requests.`, refused.msBeforeNext)
    },
    async phoneTry(number, address) {
      const refused = (await triesPerAddress.count(address)) ?? (await triesPerNumber.count(number))
      return refused && tooMany(msg`Too many attempts.`, refused.msBeforeNext)
    },
    mailsLink: async (account, known) => !(await linksMailed.count(pair({ account, address: 'anywhere', known }))),
  }
}

/**
 * Limit of a resident's commands in 15 minutes.
 * It is far above human use, but stops an endless script.
 */
const COMMANDS_OF_A_RESIDENT = 300
/**
 * Commands per driver in 15 minutes.
 * A phone may send a whole shift: hundreds of outcomes, two commands per photo.
 */
const COMMANDS_OF_A_DRIVER = 3_000
/**
 * Maximum commands in 15 minutes of a staff member who is not a driver.
 * Allows the import of the largest city: 500 zones, 3,000 trucks.
 * Each KiB of a request body counts as another command, because the log stores it.
 */
const COMMANDS_OF_STAFF = 12_000
const BYTES_PER_COMMAND = 1_024
/**
 * Maximum commands of a person in a day, counted in the same way.
 * Four imports of the largest city, or four shifts of a driver.
 * The log stores them for good, and a thing's events are read together.
 */
const COMMANDS_OF_A_DAY = { resident: 3_000, driver: 12_000, staff: 48_000 }
/**
 * Maximum number of stop outcomes that a driver may record in 15 minutes.
 * One command may contain many outcomes.
 */
const OUTCOMES_OF_A_DRIVER = 3_000
/**
 * Limit of trucks that a driver takes in an hour, far above human use.
 * It limits events, because the trucks of all drivers are recorded in one stream.
 */
const TRUCKS_OF_A_DRIVER = 60
/**
 * Configuration saves per dispatcher and day, far above human use.
 * Each stores the whole configuration and its changes.
 * In the largest city this takes up to 2 MB.
 */
const SAVES_OF_A_DAY = 200
/**
 * Maximum number of staff that an admin creates or gives a role in a day.
 * Each staff member gets notifications and digests.
 */
const STAFF_OF_A_DAY = 1_000
/**
 * Maximum changes of the checkpoint key by an admin in a day.
 * The log and the vault keep each key for good.
 */
const KEY_CHANGES_OF_A_DAY = 100

/**
 * Maximum pictures that a person sends or marks in a day.
 * A driver's two shifts have some 600.
 * Each may take several megabytes of the disk.
 */
const PICTURES_OF_A_DAY = 2_000

/**
 * Counts all commands of a person, refused ones too: each stores an idempotency key.
 * Refuses above 300 (resident), 3,000 (driver) or 12,000 (others) in 15 minutes.
 * Refuses above 3,000, 12,000 or 48,000 in a day.
 * Counts a command, or with `bytes` the size of its body.
 */
export function createCommandQuota(
  limiters: LimiterFactory = createMemoryLimiter,
): (principal: Pick<Principal, 'userId' | 'role'>, bytes?: number) => Promise<Rejection | undefined> {
  const quotaOf = (name: string, points: number, pointsOfDay: number) => [
    limiters(name, { points, duration: MINUTES_15 }),
    limiters(`${name}InDay`, { points: pointsOfDay, duration: DAY }),
  ]
  const perRole: { [R in Role]?: Limiter[] } = {
    resident: quotaOf('perResident', COMMANDS_OF_A_RESIDENT, COMMANDS_OF_A_DAY.resident),
    driver: quotaOf('perDriver', COMMANDS_OF_A_DRIVER, COMMANDS_OF_A_DAY.driver),
  }
  const perStaff = quotaOf('perStaff', COMMANDS_OF_STAFF, COMMANDS_OF_A_DAY.staff)
  return async ({ userId, role }, bytes) => {
    const own = perRole[role]
    const uses = bytes === undefined ? 1 : own ? 0 : Math.floor(bytes / BYTES_PER_COMMAND)
    if (uses === 0) return undefined
    // A command that the first limit refuses does not count for the day.
    for (const limiter of own ?? perStaff) {
      const refused = await limiter.count(userId, uses)
      if (refused) return tooMany(msg`Too many changes.`, refused.msBeforeNext)
    }
    return undefined
  }
}

/**
 * Counts stop outcomes per driver before they are recorded.
 * Refuses more than 3,000 outcomes of a driver in 15 minutes.
 */
export function createStopOutcomeQuota(
  limiters: LimiterFactory = createMemoryLimiter,
): (userId: string, outcomes: number) => Promise<Rejection | undefined> {
  const perDriver = limiters('outcomesPerDriver', { points: OUTCOMES_OF_A_DRIVER, duration: MINUTES_15 })
  return async (userId, outcomes) => {
    const refused = await perDriver.count(userId, outcomes)
    return refused && tooMany(msg`Too many changes.`, refused.msBeforeNext)
  }
}

function createPersonQuota(limiters: LimiterFactory, name: string, points: number, duration = HOUR): PersonQuota {
  const perPerson = limiters(name, { points, duration })
  return async (userId) => {
    const refused = await perPerson.count(userId)
    return refused && tooMany(msg`Too many changes.`, refused.msBeforeNext)
  }
}

/**
 * Counts the trucks that each driver takes.
 * Refuses above 60 an hour.
 */
export const createTruckTakeQuota = (limiters: LimiterFactory = createMemoryLimiter): PersonQuota =>
  createPersonQuota(limiters, 'trucksPerDriver', TRUCKS_OF_A_DRIVER)

/**
 * Counts the saves of the configuration by each dispatcher.
 * Refuses above 200 a day.
 */
export const createConfigurationQuota = (limiters: LimiterFactory = createMemoryLimiter): PersonQuota =>
  createPersonQuota(limiters, 'savesInDay', SAVES_OF_A_DAY, DAY)

/**
 * Counts the staff accounts that each admin creates, or whose role they change.
 * Refuses above 1,000 a day.
 */
export const createStaffQuota = (limiters: LimiterFactory = createMemoryLimiter): PersonQuota =>
  createPersonQuota(limiters, 'staffInDay', STAFF_OF_A_DAY, DAY)

/**
 * Counts the changes of the checkpoint key by each admin.
 * Refuses above 100 a day.
 */
export const createKeyChangeQuota = (limiters: LimiterFactory = createMemoryLimiter): PersonQuota =>
  createPersonQuota(limiters, 'keyChangesInDay', KEY_CHANGES_OF_A_DAY, DAY)

/**
 * Counts the pictures that each person sends, or marks in corrections.
 * Refuses above 2,000 a day.
 */
export const createPictureQuota = (limiters: LimiterFactory = createMemoryLimiter): PersonQuota =>
  createPersonQuota(limiters, 'picturesInDay', PICTURES_OF_A_DAY, DAY)

function tooMany(why: Message, msBeforeNext: number): Rejection {
  const minutes = Math.max(1, Math.ceil(msBeforeNext / 60_000))
  const text = msg`${{ why }} Please try again in ${plural({ minutes }, { one: '# minute', other: '# minutes' })}.`
  return { ...reject('too-many', text), retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1_000)) }
}

/**
 * Maximum number of concurrent password checks: `all` for all clients, `ofOne` for one network.
 * Each check takes 19 MiB and a core for some milliseconds.
 * `ofOne` is large, because many people can share a network.
 */
const MAX_PASSWORD_CHECKS = { all: 300, ofOne: 100 }
/** Number of a network's password checks that run at once; others run beside them. */
const CHECKS_IN_TURN = 4
const TOO_MANY_CHECKS = { ofOne: msg`Too many attempts from your network.`, all: msg`Too many requests.` }

/** Returns whether the endpoint's body has a password to check or store. */
export function hasPasswordField(name: EndpointName): boolean {
  const { body }: Endpoint = endpoints[name]
  return body instanceof z.ZodObject && Object.keys(body.shape).some((field) => /password/i.test(field))
}

/**
 * Wraps the handlers of requests that contain a password.
 * They refuse requests while too many passwords are being checked.
 * Those of a network wait for each other.
 */
export function limitPasswordChecks(handlers: Handlers): Handlers {
  const enter = createConcurrencyLimit(MAX_PASSWORD_CHECKS, TOO_MANY_CHECKS)
  const inTurn = createSenderTurns(CHECKS_IN_TURN)
  const limited = Object.entries(handlers).map(([name, handle]) => {
    if (!hasPasswordField(name as EndpointName)) return [name, handle]
    const run = handle as (call: Pick<EndpointCall<EndpointName>, 'address'>) => Promise<object>
    return [
      name,
      (call: Pick<EndpointCall<EndpointName>, 'address'>) =>
        runWithinLimit(enter, call.address, () => inTurn(call.address, () => run(call))),
    ]
  })
  return Object.fromEntries(limited)
}
