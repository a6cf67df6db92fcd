/** SignCheckpoint: signs the log every hour. */
import { isRejection } from '#contract/http/problems.ts'
import type { LogProver, SignedCheckpoint } from '#platform/proof/prover.ts'
import { type CheckpointState, checkpointAggregate } from '../aggregates/audit.ts'
import { createEvent } from '../kernel/decider.ts'
import { createPolicyEnvelope, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'

type Signing = Pick<LogProver, 'checkpoint'>

/** Signs the log once per hour, unless it is empty. */
export async function signCheckpoint(
  { store, clock }: Pick<Kernel, 'store' | 'clock'>,
  prover: Signing,
  checkpointId: string,
  commandId: string,
): Promise<void> {
  const stream = checkpointAggregate.stream(checkpointId)
  const gather = async ({ made }: CheckpointState) => ({ signed: made ? undefined : await prover.checkpoint() })
  const decide = (_: CheckpointState, { signed }: { signed: SignedCheckpoint | undefined }) =>
    signed ? [createEvent('CheckpointMade', { checkpointId, ...signed, madeAt: clock().toISOString() })] : []
  const handled = await handleWithFacts(
    store,
    stream,
    checkpointAggregate,
    { gather, decide },
    createPolicyEnvelope(commandId),
  )
  if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)
}
