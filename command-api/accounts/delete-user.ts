/** DeleteUser: an admin erases another person, never themselves or the last admin. */
import { isRejection, type Rejection, reject } from '#contract/door/problems.ts'
import type { Envelope, Handled } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasSeen } from '../kernel/load.ts'
import { type Account, account } from '../streams/account.ts'
import { dismiss, ensureAppointed } from '../streams/admins.ts'
import { loadAccount } from '../streams/load-account.ts'
import { deleteAccount } from './delete-account.ts'

/** Dismisses an admin in the admins stream before deleting the account. */
export async function deleteUser(
  kernel: Kernel,
  userId: string,
  envelope: Envelope,
): Promise<Handled<Account> | Rejection> {
  const { store } = kernel
  if (userId === envelope.actor) return reject('forbidden', 'You can not delete your own account.')
  if (!(await hasSeen(store, account.stream(userId), envelope.commandId))) {
    await ensureAppointed(kernel, envelope.actor)
    const present = await loadAccount(store, userId)
    const outcome = present?.role === 'admin' ? await dismiss(kernel, userId, envelope) : undefined
    if (outcome && isRejection(outcome)) return outcome
  }
  return deleteAccount(kernel, userId, envelope, envelope.actor)
}
