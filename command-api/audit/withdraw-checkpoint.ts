/** WithdrawCheckpoint: invalidates an hourly checkpoint that does not fit the log. */
import { isRejection } from '#contract/http/problems.ts'
import type { FaultyCheckpoint } from '#platform/backup/verify-log.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { logRepairsAggregate } from '../aggregates/audit.ts'
import { createEvent } from '../kernel/decider.ts'
import { createPolicyEnvelope, handleCommand } from '../kernel/handle.ts'

/** Records, once, that a faulty checkpoint is no longer valid. */
export async function withdrawCheckpoint(store: EventStore, checkpoint: FaultyCheckpoint, now: Date): Promise<void> {
  const { id: checkpointId, size, root, fault } = checkpoint
  const withdrawn = createEvent('CheckpointWithdrawn', {
    checkpointId,
    size,
    root,
    fault,
    withdrawnAt: now.toISOString(),
  })
  const envelope = createPolicyEnvelope(`withdraw/${checkpointId}`)
  const handled = await handleCommand(
    store,
    logRepairsAggregate.stream(),
    logRepairsAggregate,
    () => [withdrawn],
    envelope,
  )
  if (isRejection(handled))
    throw new Error(`The checkpoint of ${checkpointId} could not be withdrawn: ${handled.message}`)
}
