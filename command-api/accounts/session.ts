/** Signing in and what it answers: the user as they see themselves, and a token. */

import { LRUCache } from 'lru-cache'
import { EMPLOYEE_ID } from '#contract/city.ts'
import { type Rejection, reject } from '#contract/problems.ts'
import type { Session, User } from '#contract/views.ts'
import { verifyPassword } from '#platform/auth/passwords.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Registered } from './account.ts'
import { identityStream } from './identity.ts'
import { loadAccount, loadOwner } from './load.ts'
import { openPerson } from './person.ts'

/** No person's id: what is looked up in place of an account that is not there. */
const NOBODY = 'nobody'

/**
 * The account that an email or employee ID belongs to, if it is active. Asks the store as often for one that does not
 * exist, so that the time it takes tells nothing.
 */
export async function findAccount({ store, keys }: Kernel, identifier: string): Promise<Registered | undefined> {
  const owner = await loadOwner(store, identityStream(keys.identities, identifier))
  return loadAccount(store, owner?.userId ?? NOBODY)
}

/** Who signs in with this identifier and password. Every failure is the same, and takes the same steps and time. */
export async function authenticate(
  kernel: Kernel,
  identifier: string,
  password: string,
): Promise<Registered | Rejection> {
  const found = await findAccount(kernel, identifier)
  const credentials = await kernel.vault.credentials(found?.userId ?? NOBODY)
  const correct = await verifyPassword(credentials?.passwordHash, password)
  const wrongDoor = found?.role === 'resident' && EMPLOYEE_ID.test(identifier)
  return found && correct && !wrongDoor ? found : reject('unauthenticated', 'Invalid email or password')
}

/** The session of an account under its present session version. `issuedAt` in milliseconds. */
export async function openSession(kernel: Kernel, registered: Registered, issuedAt: number): Promise<Session> {
  const { userId } = registered
  // The version before the account: when its role or password changes in between, this token is of an ended session.
  const version = (await kernel.vault.credentials(userId))?.sessionVersion ?? 0
  const present = (await loadAccount(kernel.store, userId)) ?? registered
  const user = await toUser(kernel, present)
  const { role, zone, facility, mustChangePassword } = user
  const principal = { userId, role, zone, facility, mustChangePassword }
  const token = await kernel.tokens.issue(principal, version, issuedAt)
  return { user, token }
}

/** An account as its owner and an admin see it. */
export async function toUser({ sealer }: Kernel, registered: Registered): Promise<User> {
  const { userId: id, role, zone, registeredAt: createdAt } = registered
  const { name = 'Erased', email = '', phone, employeeId, facility } = (await openPerson(sealer, registered)) ?? {}
  const user = { id, name, email, role, employee_id: employeeId, phone, zone, facility, createdAt }
  return { ...user, mustChangePassword: registered.oneTimePassword }
}

/** The name of a person by id, undefined when there is no such account (any more). Remembered: a name does not change. */
export function createNameOf(kernel: Kernel): (userId: string) => Promise<string | undefined> {
  const names = new LRUCache<string, string>({ max: 50_000 })
  return async (userId) => {
    const known = names.get(userId)
    if (known !== undefined) return known
    const registered = await loadAccount(kernel.store, userId)
    const name = registered && (await toUser(kernel, registered)).name
    if (name !== undefined) names.set(userId, name)
    return name
  }
}
