/** HTTP handlers by which admins create staff and manage users. */

import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { User } from '#contract/views.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { Handlers } from '#platform/http/api.ts'
import { type Account, accountAggregate, loadAccount } from '../aggregates/account.ts'
import { ensureAdminAppointed, handleDismissAdmin } from '../aggregates/admins.ts'
import type { CommandResult } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasCommand } from '../kernel/load.ts'
import { changeUser } from './change-user.ts'
import { confirmAccountEmail } from './confirm-email.ts'
import { createStaff } from './create-staff.ts'
import { deleteAccount } from './delete-account.ts'
import { dropSecondFactor } from './drop-second-factor.ts'
import { createStaffQuota } from './limits.ts'
import type { AccountNoticeSender } from './mail.ts'
import { userIdOf } from './register.ts'
import { recordSecurityEntry } from './security-log.ts'
import { unsealUser } from './session.ts'

interface Answer {
  user: User
  position: number
}

export function createStaffHandlers(kernel: Kernel, tell: AccountNoticeSender): Handlers {
  const countStaff = createStaffQuota(kernel.limiters)
  return {
    async createStaff({ body, principal, envelope }) {
      const tooMany = await countStaff(principal.userId)
      if (tooMany) return tooMany
      const outcome = await createStaff(kernel, { ...body, userId: userIdOf(envelope.commandId) }, envelope)
      if (isRejection(outcome)) return outcome
      const answer = await toAnswer(outcome.created)
      return isRejection(answer) ? answer : { ...answer, password: outcome.password }
    },

    async changeUser({ params, body, principal, envelope }) {
      const tooMany = body.role && (await countStaff(principal.userId))
      if (tooMany) return tooMany
      const changed = await changeUser(kernel, { ...body, userId: params.id }, envelope)
      return isRejection(changed) ? changed : toAnswer(changed)
    },

    async confirmUser({ params, principal, envelope }) {
      const confirmed = await confirmAccountEmail(kernel, params.id, envelope, principal.userId)
      return isRejection(confirmed) ? confirmed : toAnswer(confirmed)
    },

    async dropSecondFactor({ params: { id: userId }, envelope, address }) {
      const repeated = await hasCommand(kernel.store, accountAggregate.stream(userId), envelope.commandId)
      const dropped = await dropSecondFactor(kernel, userId, envelope)
      if (isRejection(dropped)) return dropped
      if (!repeated && dropped.state.registered) {
        await recordSecurityEntry(kernel, 'second-factor-dropped', { userId, address })
        tell(dropped.state.registered)
      }
      return { message: msg`Two-step sign-in was removed.`, position: dropped.position }
    },

    async deleteUser({ params, envelope }) {
      const erased = await deleteUser(kernel, params.id, envelope)
      return isRejection(erased) ? erased : { message: msg`User deleted`, position: erased.position }
    },
  }

  async function toAnswer({ state, position }: CommandResult<Account>): Promise<Answer | Rejection> {
    if (!state.registered) return reject('not-found', msg`There is no such account.`)
    return { user: await unsealUser(kernel, state.registered), position }
  }
}

/** Dismisses an admin in the admins stream before deleting the account. */
async function deleteUser(
  kernel: Kernel,
  userId: string,
  envelope: Envelope,
): Promise<CommandResult<Account> | Rejection> {
  const { store } = kernel
  if (userId === envelope.actor) return reject('forbidden', msg`You can’t delete your own account.`)
  if (!(await hasCommand(store, accountAggregate.stream(userId), envelope.commandId))) {
    await ensureAdminAppointed(kernel, envelope.actor)
    const present = await loadAccount(store, userId)
    const outcome = present?.role === 'admin' ? await handleDismissAdmin(kernel, userId, envelope) : undefined
    if (outcome && isRejection(outcome)) return outcome
  }
  return deleteAccount(kernel, userId, envelope, envelope.actor)
}
