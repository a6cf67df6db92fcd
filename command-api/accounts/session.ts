/** Checks credentials and opens sessions: returns the user and a token. */

import { randomBytes } from 'node:crypto'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Session, User } from '#contract/views.ts'
import { EMPLOYEE_ID_PATTERN } from '#domain/city.ts'
import { toCanonicalPhone } from '#domain/contacts.ts'
import { verifyPassword } from '#platform/auth/passwords.ts'
import { TOKEN_LIFETIME_MS } from '#platform/auth/tokens.ts'
import { toUser } from '#platform/persons.ts'
import { parsePossibleNumber } from '#platform/phone/e164.ts'
import { loadAccount, type RegisteredAccount } from '../aggregates/account.ts'
import { identityStreamOf, loadIdentityOwner } from '../aggregates/identity.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readConfiguration } from '../lookups/configuration.ts'
import { createDeviceToken, describeDevice } from './devices.ts'
import { unsealPerson } from './person.ts'

/**
 * Id that belongs to no person.
 * A lookup of this id takes as long as a lookup of an existing account.
 */
const NOBODY = 'nobody'

/**
 * Returns a typed phone number in E.164 format.
 * Returns an email or employee id unchanged.
 */
async function identityOf({ rows }: Kernel, identifier: string): Promise<string> {
  if (toCanonicalPhone(identifier) === undefined) return identifier
  const { city } = await readConfiguration(await rows.standing('configuration'))
  return parsePossibleNumber(identifier, city.country) ?? identifier
}

/**
 * Returns the active account of an email, employee id or phone number.
 * Unknown identifiers read the store equally often, so timing reveals nothing.
 */
export async function findAccountByIdentifier(
  kernel: Kernel,
  identifier: string,
): Promise<RegisteredAccount | undefined> {
  const { store, keys } = kernel
  const owner = await loadIdentityOwner(store, identityStreamOf(keys.identities, await identityOf(kernel, identifier)))
  return loadAccount(store, owner?.userId ?? NOBODY)
}

/** Account whose password was correct, with the password's session version. */
export interface AuthenticatedAccount extends RegisteredAccount {
  sessionVersion: number
}

/**
 * Returns the account if the password is correct.
 * Every kind of failure takes the same steps and the same time.
 */
export async function authenticate(
  { vault }: Kernel,
  found: RegisteredAccount | undefined,
  identifier: string,
  password: string,
): Promise<AuthenticatedAccount | Rejection> {
  const credentials = await vault.credentials(found?.userId ?? NOBODY)
  const correct = await verifyPassword(credentials?.passwordHash, password)
  const wrongDoor = found?.role === 'resident' && EMPLOYEE_ID_PATTERN.test(identifier)
  return found && credentials && correct && !wrongDoor
    ? { ...found, sessionVersion: credentials.sessionVersion }
    : reject('unauthenticated', msg`Invalid email or password`)
}

const SESSION_BYTES = 16

/** Rejection of a caller whose sign-in is no longer valid. */
export const SIGN_IN_AGAIN_REJECTION = reject('unauthenticated', msg`Please sign in again.`)

/**
 * Opens a session with the account's current session version.
 * Refuses if the password was replaced since its check.
 * `userAgent` is the browser's header.
 */
export async function openSession(
  kernel: Kernel,
  registered: RegisteredAccount | AuthenticatedAccount,
  userAgent = '',
): Promise<Session | Rejection> {
  const { userId } = registered
  const { vault, tokens, keys, clock } = kernel
  // Reads the session version before the account.
  // If the role or password changes between the two reads, the new token is then invalid.
  const version = (await vault.credentials(userId))?.sessionVersion ?? 0
  if ('sessionVersion' in registered && registered.sessionVersion !== version) return SIGN_IN_AGAIN_REJECTION
  const present = (await loadAccount(kernel.store, userId)) ?? registered
  const user = await unsealUser(kernel, present)
  const { role, zone, facility, mustChangePassword } = user
  const now = clock().getTime()
  const sessionId = randomBytes(SESSION_BYTES).toString('hex')
  const times = { since: now, seenAt: now, expiresAt: now + TOKEN_LIFETIME_MS }
  await vault.openSession(userId, { id: sessionId, device: describeDevice(userAgent), ...times })
  const token = await tokens.issue({ userId, role, zone, facility, mustChangePassword, sessionId }, version, now)
  return { user, token, device: createDeviceToken(keys.devices, userId, now) }
}

/** Returns an account with decrypted data, for its owner and admins. */
export async function unsealUser({ sealer }: Kernel, registered: RegisteredAccount): Promise<User> {
  const { userId: id, registeredAt: createdAt, oneTimePassword: mustChangePassword } = registered
  return toUser({ ...registered, id, createdAt, mustChangePassword }, await unsealPerson(sealer, registered))
}
