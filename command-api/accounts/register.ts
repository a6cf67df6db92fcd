/**
 * RegisterAccount: reserves identities, stores the password in the vault, then records the account.
 * Every step is repeatable.
 */

import { createHash } from 'node:crypto'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import type { Locale } from '#contract/languages/locales.ts'
import { msg } from '#contract/languages/message.ts'
import type { StreamName } from '#contract/streams.ts'
import type { Role, Zone } from '#domain/city.ts'
import { ageOf } from '#domain/instant.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { type Person, pickProfile } from '#platform/persons.ts'
import { type Account, accountAggregate } from '../aggregates/account.ts'
import {
  EMAIL_TAKEN_REJECTION,
  EMPLOYEE_ID_TAKEN_REJECTION,
  identityAggregate,
  identityStreamOf,
  loadIdentityOwner,
  reserveIdentity,
  type SignInIdentity,
} from '../aggregates/identity.ts'
import { refuseClosedZone } from '../aggregates/zone.ts'
import { createEvent } from '../kernel/decider.ts'
import { type CommandResult, handleCommand, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'

export interface RegisterAccountCommand extends Person {
  userId: string
  role: Role
  password: string
  zone?: Zone
  /** Time of registration in the past; set only by the seed. */
  registeredAt?: string
  /** The admin who created the account; absent for a sign-up. */
  registeredBy?: string
  /**
   * Set if the admin who created the account received its password.
   * The account's owner must then change the password.
   */
  oneTimePassword?: true
  /** Set for a sign-up, because its email must be confirmed. */
  unconfirmed?: true
  /** Language of the sign-up, if not English. */
  language?: Locale
}

/** Derives a user id from the command id: a repeated sign-up adds no person. */
export const userIdOf = (commandId: string) => `u${createHash('sha256').update(commandId).digest('hex').slice(0, 20)}`

/** Age after which a reserved email or employee id without an account counts as abandoned. */
const ABANDONED_AFTER_MS = 30_000

/**
 * Records a new account.
 * If the same command already registered an account, returns that account.
 * Rejects with conflict if another account has the email or employee id.
 */
export async function registerAccount(
  kernel: Kernel,
  command: RegisterAccountCommand,
  envelope: Envelope,
): Promise<CommandResult<Account> | Rejection> {
  const { userId, password, role, zone, facility } = command
  const { store, vault, sealer, clock } = kernel
  const stream = accountAggregate.stream(userId)
  const known = await store.readStream(stream)
  if (known.length === 0) {
    const refused =
      (zone ? await refuseClosedZone(store, zone) : undefined) ?? (await reserveAll(kernel, command, envelope))
    if (refused) return refused
    if (!(await vault.credentials(userId))) await vault.setPassword(userId, await hashPassword(password), 0)
  }
  const gather = async ({ status }: Account) => {
    if (status !== 'unknown') return reject('conflict', msg`Email already registered`)
    // Checks again, because the zone may have closed during password hashing.
    const refused = zone ? await refuseClosedZone(store, zone) : undefined
    if (refused) return refused
    const sealed = await sealer.seal(userId, pickProfile(command))
    return { sealed, sealedFacility: facility === undefined ? undefined : await sealer.seal(userId, { facility }) }
  }
  const decide = (_: Account, person: { sealed: string; sealedFacility: string | undefined }) => {
    const { registeredAt = clock().toISOString(), registeredBy, oneTimePassword, unconfirmed, language } = command
    const how = { registeredAt, registeredBy, oneTimePassword, unconfirmed, language }
    return [createEvent('AccountRegistered', { userId, role, zone, ...person, ...how })]
  }
  return handleWithFacts(store, stream, accountAggregate, { gather, decide }, envelope)
}

/**
 * Reserves the account's email, and its employee id if there is one.
 * Returns a refusal if the email or id is taken.
 */
async function reserveAll(
  kernel: Kernel,
  command: RegisterAccountCommand,
  envelope: Envelope,
): Promise<Rejection | undefined> {
  const { userId, email, employeeId } = command
  const { store, keys, clock } = kernel
  const wanted = [{ stream: identityStreamOf(keys.identities, email), taken: EMAIL_TAKEN_REJECTION }]
  if (employeeId)
    wanted.push({ stream: identityStreamOf(keys.identities, employeeId), taken: EMPLOYEE_ID_TAKEN_REJECTION })
  const free = await Promise.all(
    wanted.map(async (claim) => ({
      ...claim,
      abandoned: await closeAbandonedAccount(kernel, claim.stream, userId, envelope),
    })),
  )
  // Checks all identities before it reserves any.
  // If the employee id is taken, the email must not be reserved.
  for (const { stream, taken, abandoned } of free) {
    const owner = await loadIdentityOwner(store, stream)
    if (owner && owner.userId !== userId && owner.userId !== abandoned) return taken
  }
  for (const { stream, taken, abandoned } of free) {
    const decide = (state: SignInIdentity) => reserveIdentity({ userId, abandoned, taken }, state, clock())
    const reserved = await handleCommand(store, stream, identityAggregate, decide, envelope)
    if (isRejection(reserved)) return reserved
  }
  return undefined
}

/**
 * Returns the user whose incomplete registration blocks the email, phone number or employee ID.
 * Closes that user's account stream permanently first.
 * Also returns a user who was erased in the vault but is still in a restored log.
 */
export async function closeAbandonedAccount(
  { store, vault, clock }: Kernel,
  stream: StreamName<'identity'>,
  userId: string,
  envelope: Envelope,
): Promise<string | undefined> {
  const owner = await loadIdentityOwner(store, stream)
  // If this command is repeated, the same user already owns the reservation, and the registration continues.
  if (!owner || owner.userId === userId) return undefined
  if ((await vault.erasedAmong([owner.userId])).size > 0) return owner.userId
  if (ageOf(owner.reservedAt, clock()) < ABANDONED_AFTER_MS) return undefined
  const closed = await handleCommand(
    store,
    accountAggregate.stream(owner.userId),
    accountAggregate,
    ({ status }) => (status === 'unknown' ? [createEvent('RegistrationAbandoned', { userId: owner.userId })] : []),
    { ...envelope, commandId: `abandon/${owner.userId}`, fingerprint: '' },
  )
  return !isRejection(closed) && closed.state.status === 'abandoned' ? owner.userId : undefined
}
