/**
 * OpenPerson: an auditor opens a name with a reason.
 * The person can read both.
 */
import { isRejection, reject } from '#contract/door/problems.ts'
import type { Handlers } from '#platform/http/api.ts'
import { toUser } from '#platform/persons.ts'
import { PersonErased } from '#platform/vault/vault.ts'
import { event } from '../kernel/decider.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadAccountState } from '../streams/load-account.ts'
import { access } from '../streams/notes.ts'
import { openPerson } from './person.ts'

const NOBODY = reject('not-found', 'There is no such account.')
const ERASED = reject('not-found', 'This person was erased: nothing of theirs is left to be opened.')

export function openPersonRoutes(kernel: Kernel): Pick<Handlers, 'openPerson'> {
  const { store, sealer, clock } = kernel

  return {
    async openPerson({ params: { id: userId }, body, principal, envelope }) {
      const { status, registered } = await loadAccountState(store, userId)
      if (status === 'erased') return ERASED
      const person = registered && (await openPerson(sealer, registered))
      if (!registered || !person) return NOBODY
      try {
        const sealed = await sealer.seal(userId, { reason: body.reason })
        const who = { accessId: envelope.commandId, userId, openedBy: principal.userId }
        const record = () => [event('PersonOpened', { ...who, sealed, openedAt: clock().toISOString() })]
        const handled = await handle(store, access.stream(userId), access, record, envelope)
        if (isRejection(handled)) return handled
        const { registeredAt: createdAt, role, zone, unconfirmed } = registered
        return {
          person: toUser({ id: userId, role, zone, createdAt, unconfirmed }, person),
          position: handled.position,
        }
      } catch (error) {
        // The person was erased at the same time.
        if (error instanceof PersonErased) return ERASED
        throw error
      }
    },
  }
}
