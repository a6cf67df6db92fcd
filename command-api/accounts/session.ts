/** Signing in and what it answers: the user as they see themselves, and a token. */

import { LRUCache } from 'lru-cache'
import { EMPLOYEE_ID } from '#contract/city.ts'
import { type Rejection, reject } from '#contract/problems.ts'
import type { Session, User } from '#contract/views.ts'
import { verifyPassword } from '#platform/auth/passwords.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { account, accountStream, type Person, type Registered } from './account.ts'
import { identity, identityStream } from './identity.ts'

/** The account that an email or employee ID belongs to, if it is active. */
export async function findAccount({ store, keys }: Kernel, identifier: string): Promise<Registered | undefined> {
  const stream = await store.readStream(identityStream(keys.identities, identifier))
  const { owner } = stream.reduce((state, one) => identity.evolve(state, one as never), identity.initial)
  return owner && loadAccount(store, owner.userId)
}

/** The account of a user id, if it is active. */
export async function loadAccount(store: Kernel['store'], userId: string): Promise<Registered | undefined> {
  const stream = await store.readStream(accountStream(userId))
  return stream.reduce((state, one) => account.evolve(state, one as never), account.initial).registered
}

/** Who signs in with this identifier and password. Every failure is the same, and takes the same time. */
export async function authenticate(
  kernel: Kernel,
  identifier: string,
  password: string,
): Promise<Registered | Rejection> {
  const found = await findAccount(kernel, identifier)
  const credentials = found && (await kernel.vault.credentials(found.userId))
  const correct = await verifyPassword(credentials?.passwordHash, password)
  const wrongDoor = found?.role === 'resident' && EMPLOYEE_ID.test(identifier)
  return found && correct && !wrongDoor ? found : reject('unauthenticated', 'Invalid email or password')
}

/** The session of an account under its present session version. `issuedAt` in milliseconds. */
export async function openSession(kernel: Kernel, registered: Registered, issuedAt: number): Promise<Session> {
  const { userId, role, zone, facility } = registered
  const version = (await kernel.vault.credentials(userId))?.sessionVersion ?? 0
  const token = await kernel.tokens.issue({ userId, role, zone, facility }, version, issuedAt)
  return { user: await toUser(kernel, registered), token }
}

async function toUser({ sealer }: Kernel, registered: Registered): Promise<User> {
  const { userId: id, role, zone, facility, employeeId, sealed, registeredAt: createdAt } = registered
  const [person] = await sealer.open<Person>([{ personId: id, sealed }])
  const { name = 'Erased', email = '', phone } = person ?? {}
  return { id, name, email, role, employee_id: employeeId, phone, zone, facility, createdAt }
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
