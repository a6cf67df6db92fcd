/** The admin's commands on accounts at the door: create staff, change or delete a user. */
import { type Rejection, reject } from '#contract/problems.ts'
import type { User } from '#contract/views.ts'
import type { Handlers } from '#platform/http/api.ts'
import { isRejection } from '../kernel/decider.ts'
import type { Handled } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { type Account, account } from '../streams/account.ts'
import { changeUser } from './change-user.ts'
import { confirm } from './confirm-email.ts'
import { createStaff } from './create-staff.ts'
import { deleteUser } from './delete-user.ts'
import { dropSecondFactor } from './drop-second-factor.ts'
import { hasSeen } from './load.ts'
import { userIdOf } from './register.ts'
import type { SecondFactorNotice } from './second-factor-notice.ts'
import { keepNote } from './security-log.ts'
import { toUser } from './session.ts'

interface Answer {
  user: User
  position: string
}

export function staffRoutes(kernel: Kernel, tell: SecondFactorNotice): Handlers {
  return {
    async createStaff({ body, principal, commandId, fingerprint }) {
      const envelope = { commandId, fingerprint, actor: principal.userId }
      const outcome = await createStaff(kernel, { ...body, userId: userIdOf(commandId) }, envelope)
      if (isRejection(outcome)) return outcome
      const answer = await toAnswer(outcome.created)
      return isRejection(answer) ? answer : { ...answer, password: outcome.password }
    },

    async changeUser({ params, body, principal, commandId, fingerprint }) {
      const envelope = { commandId, fingerprint, actor: principal.userId }
      const changed = await changeUser(kernel, { ...body, userId: params.id }, envelope)
      return isRejection(changed) ? changed : toAnswer(changed)
    },

    async confirmUser({ params, principal, commandId, fingerprint }) {
      const envelope = { commandId, fingerprint, actor: principal.userId }
      const confirmed = await confirm(kernel, params.id, envelope, principal.userId)
      return isRejection(confirmed) ? confirmed : toAnswer(confirmed)
    },

    async dropSecondFactor({ params: { id: userId }, principal, commandId, fingerprint, address }) {
      const repeated = await hasSeen(kernel.store, account.stream(userId), commandId)
      const envelope = { commandId, fingerprint, actor: principal.userId }
      const dropped = await dropSecondFactor(kernel, userId, envelope)
      if (isRejection(dropped)) return dropped
      if (!repeated && dropped.state.registered) {
        await keepNote(kernel, 'second-factor-dropped', { userId, address })
        tell(dropped.state.registered)
      }
      return { message: 'The second factor was removed.', position: String(dropped.position) }
    },

    async deleteUser({ params, principal, commandId, fingerprint }) {
      const erased = await deleteUser(kernel, params.id, { commandId, fingerprint, actor: principal.userId })
      return isRejection(erased) ? erased : { message: 'User deleted', position: String(erased.position) }
    },
  }

  async function toAnswer({ state, position }: Handled<Account>): Promise<Answer | Rejection> {
    if (!state.registered) return reject('not-found', 'There is no such account.')
    return { user: await toUser(kernel, state.registered), position: String(position) }
  }
}
