/** An idempotency key stands for one request, for ever: its own stream keeps which, before the command runs. */
import { isRejection, type Rejection } from '#contract/door/problems.ts'
import type { CommandKeys } from '#platform/http/command-key.ts'
import { category, unchanged } from './category.ts'
import { event } from './decider.ts'
import { type Envelope, handle } from './handle.ts'
import type { Kernel } from './kernel.ts'

/** Nothing is decided on it but whether the same command id comes with the same fingerprint, which `handle` sees to. */
const claims = category<null, 'command'>('command', null, { KeyClaimed: unchanged })

/**
 * Many streams can be named under one key, and each knows only what it has seen itself. So the key is claimed first: of two
 * requests at once, in any two processes, one has it. Whoever repeats the request after a crash or a refusal finds it theirs.
 */
export function createCommandKeys({ store, clock }: Pick<Kernel, 'store' | 'clock'>): CommandKeys {
  const stand = async (envelope: Envelope, isClaim: boolean): Promise<Rejection | undefined> => {
    const decide = () => (isClaim ? [event('KeyClaimed', { claimedAt: clock().toISOString() })] : [])
    const handled = await handle(
      store,
      claims.stream(envelope.commandId),
      claims,
      decide,
      envelope,
      isClaim ? 'new' : undefined,
    )
    return isRejection(handled) ? handled : undefined
  }
  return {
    look: (envelope) => stand(envelope, false),
    claim: (envelope) => stand(envelope, true),
  }
}
