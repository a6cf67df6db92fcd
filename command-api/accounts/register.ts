/** Register: reserve the identities, keep the password in the vault, then record the account; safe to repeat from anywhere. */
import type { Role, Zone } from '#contract/city.ts'
import { type Rejection, reject } from '#contract/problems.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import { event, isRejection } from '../kernel/decider.ts'
import { type Envelope, type Handled, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type Account, account, accountStream, type Person } from './account.ts'
import { identity, identityStream, reserveIdentity } from './identity.ts'

export interface Register extends Person {
  userId: string
  role: Role
  password: string
  zone?: Zone
  facility?: string
  employeeId?: string
  /** Only the seed dates accounts back. */
  registeredAt?: string
}

/** A reservation whose account was not recorded this long after was given up; the identity is free again. */
const ABANDONED_AFTER_MS = 30_000

/** Records a new account; rejects with conflict when an identity is taken. The same command id gives the same account. */
export async function register(
  kernel: Kernel,
  command: Register,
  envelope: Envelope,
): Promise<Handled<Account> | Rejection> {
  const { userId, password, name, email, phone, role, zone, facility, employeeId } = command
  const { store, vault, sealer, keys, clock } = kernel
  const stream = accountStream(userId)
  const known = await store.readStream(stream)
  if (known.length === 0) {
    for (const identifier of employeeId ? [email, employeeId] : [email]) {
      const refused = await reserve(kernel, identifier, userId, envelope)
      if (refused) return refused
    }
    if (!(await vault.credentials(userId))) await vault.setPassword(userId, await hashPassword(password), 0)
  }
  return handle(
    store,
    stream,
    account,
    async ({ status }) => {
      if (status !== 'unknown') return reject('conflict', 'Email already registered')
      const sealed = await sealer.seal(userId, { name, email, phone })
      const registeredAt = command.registeredAt ?? clock().toISOString()
      return [event('AccountRegistered', { userId, role, zone, facility, employeeId, sealed, registeredAt })]
    },
    envelope,
  )

  /** Undefined when reserved. Of a registration that was given up, the account stream is closed first: it can't come back. */
  async function reserve(kernel: Kernel, identifier: string, userId: string, envelope: Envelope) {
    const stream = identityStream(keys.identities, identifier)
    const abandoned = await abandonedOwner(kernel, stream, envelope)
    const handled = await handle(
      store,
      stream,
      identity,
      (state) => reserveIdentity({ userId, abandoned }, state, clock()),
      envelope,
    )
    return isRejection(handled) ? handled : undefined
  }
}

async function abandonedOwner(
  { store, clock }: Kernel,
  stream: string,
  envelope: Envelope,
): Promise<string | undefined> {
  const { owner } = (await store.readStream(stream)).reduce(
    (state, one) => identity.evolve(state, one as never),
    identity.initial,
  )
  if (!owner || clock().getTime() - Date.parse(owner.reservedAt) < ABANDONED_AFTER_MS) return undefined
  const closed = await handle(
    store,
    accountStream(owner.userId),
    account,
    ({ status }) => (status === 'unknown' ? [event('RegistrationAbandoned', { userId: owner.userId })] : []),
    { ...envelope, commandId: `abandon/${owner.userId}`, fingerprint: '' },
  )
  return !isRejection(closed) && closed.state.status === 'abandoned' ? owner.userId : undefined
}
