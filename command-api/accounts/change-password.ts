/** ChangePassword: the new hash and the next session version in the vault, then the event that cuts the open sessions. */
import { type Rejection, reject } from '#contract/door/problems.ts'
import { hashPassword, verifyPassword } from '#platform/auth/passwords.ts'
import { event } from '../kernel/decider.ts'
import { type Envelope, type Handled, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type Account, account } from '../streams/account.ts'

export interface ChangePassword {
  userId: string
  currentPassword: string
  newPassword: string
}

/** How long a repetition is answered whose token ended with the first time. */
const REPEATABLE_MS = 10 * 60_000

/**
 * Whether this very command changed the password a moment ago, and it is still that one: whoever repeats it knows the present
 * password, and could as well sign in with it. A reset in between ends this.
 */
export async function hasJustChanged(
  { store, vault, clock }: Kernel,
  newPassword: string,
  envelope: Envelope,
): Promise<boolean> {
  const since = clock().getTime() - REPEATABLE_MS
  const recorded = await store.readStream(account.stream(envelope.actor))
  const last = recorded.findLast(({ type }) => type === 'PasswordChanged')
  const { commandId, fingerprint } = last?.meta ?? {}
  if (!last || last.at < since || commandId !== envelope.commandId || fingerprint !== envelope.fingerprint) return false
  return verifyPassword((await vault.credentials(envelope.actor))?.passwordHash, newPassword)
}

const NOT_THE_SAME = 'Choose another password than the present one'

/** Sets the password when the current one is right. Of two changes at once, the second is refused. */
export async function changePassword(
  kernel: Kernel,
  command: ChangePassword,
  envelope: Envelope,
): Promise<Handled<Account> | Rejection> {
  const { userId, currentPassword, newPassword } = command
  const { store, vault, clock } = kernel
  const changed = () => [event('PasswordChanged', { userId, changedAt: clock().toISOString() })]
  return handle(
    store,
    account.stream(userId),
    account,
    async ({ status, registered }) => {
      if (status !== 'active') return reject('unauthenticated', 'Please sign in again.')
      const credentials = await vault.credentials(userId)
      // Before all else: nothing may take the password that an admin knows for one that its owner chose.
      if (registered?.oneTimePassword && (await verifyPassword(credentials?.passwordHash, newPassword)))
        return reject('bad-request', NOT_THE_SAME, { newPassword: NOT_THE_SAME })
      if (!(await verifyPassword(credentials?.passwordHash, currentPassword))) {
        // Perhaps this very command set the new one and died before its event: then only the event is missing.
        if (await verifyPassword(credentials?.passwordHash, newPassword)) return changed()
        return reject('bad-request', 'Invalid password', { currentPassword: 'Invalid password' })
      }
      const isSet = await vault.setPassword(userId, await hashPassword(newPassword), credentials?.sessionVersion)
      return isSet ? changed() : reject('conflict', 'Your password was changed elsewhere at the same moment.')
    },
    envelope,
  )
}
