/** HTTP handlers of the audit: signing key, findings and operations. */

import type { EventData } from '#contract/events.ts'
import { isRejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Handlers } from '#platform/http/api.ts'
import type { PersonQuota } from '#platform/limiters.ts'
import type { LogProver } from '#platform/proof/prover.ts'
import { type CheckpointSigningKeyState, checkpointSigningKeyAggregate } from '../aggregates/audit.ts'
import { createEvent } from '../kernel/decider.ts'
import { handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { createFindingHandlers } from './findings.ts'
import { createPersonLookUpHandlers } from './look-up-people.ts'
import { createAdminOperationHandlers, type JobRetrier } from './request-rebuild.ts'

type ChangeCheckpointKey = Omit<EventData<'CheckpointKeyChanged'>, 'changedAt'>

/**
 * Returns the event that changes the checkpoint signing key to key number `number`.
 * If another change has already used this number, the caller tries the next one.
 */
const changeCheckpointKey = (command: ChangeCheckpointKey, now: Date) => [
  createEvent('CheckpointKeyChanged', { ...command, changedAt: now.toISOString() }),
]

/**
 * Returns the number and public key of the next signing key, and the key before it.
 * Prefers the key that the log names, because an older vault may lack it.
 */
export async function findKeysOfChange(
  present: CheckpointSigningKeyState,
  { verifierKeyOf }: Pick<LogProver, 'verifierKeyOf'>,
): Promise<Pick<ChangeCheckpointKey, 'number' | 'key' | 'previous'>> {
  const number = present.number + 1
  const key = await verifierKeyOf(number)
  return { number, key, previous: present.key ?? (await verifierKeyOf(present.number)) }
}

const NO_CHECKPOINT_SIGNER = reject('unavailable', msg`This server signs no checkpoints.`)

/**
 * Creates the audit handlers.
 * `prover` is undefined if the server signs no checkpoints.
 * `countKeyChange` counts an admin's key changes, and returns a rejection above the limit.
 */
export function createAuditHandlers(
  kernel: Pick<Kernel, 'store' | 'clock' | 'sealer' | 'rows' | 'keys'>,
  prover: Pick<LogProver, 'verifierKeyOf'> | undefined,
  retryJob: JobRetrier,
  countKeyChange: PersonQuota,
): Handlers {
  const { store, clock } = kernel
  return {
    ...createFindingHandlers(kernel),
    ...createPersonLookUpHandlers(kernel),
    ...createAdminOperationHandlers(kernel, retryJob),
    async changeCheckpointKey({ body: { reason }, principal, envelope }) {
      if (!prover) return NO_CHECKPOINT_SIGNER
      const tooMany = await countKeyChange(principal.userId)
      if (tooMany) return tooMany
      const gather = async (present: CheckpointSigningKeyState) => {
        const keys = await findKeysOfChange(present, prover)
        return { ...keys, reason, changedBy: principal.userId }
      }
      const decide = (_: unknown, command: ChangeCheckpointKey) => changeCheckpointKey(command, clock())
      const withKeys = { gather, decide }
      const handled = await handleWithFacts(
        store,
        checkpointSigningKeyAggregate.stream(),
        checkpointSigningKeyAggregate,
        withKeys,
        envelope,
      )
      if (isRejection(handled)) return handled
      const key = await prover.verifierKeyOf(handled.state.number)
      return { message: msg`New checkpoints use the new key`, key, position: handled.position }
    },
  }
}
