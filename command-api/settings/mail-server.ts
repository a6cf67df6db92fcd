/**
 * Records whether the installation has a mail server.
 * Reports of unconfirmed accounts count only without one.
 * The setting is an event, because all processes and rebuilds must agree.
 */

import { isRejection } from '#contract/http/problems.ts'
import { mailServerAggregate } from '../aggregates/stateless.ts'
import { createEvent } from '../kernel/decider.ts'
import { handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'

/** Records whether there is a mail server, if that changed. */
export async function recordMailServerPresence(
  { store, clock }: Pick<Kernel, 'store' | 'clock'>,
  isSet: boolean,
): Promise<void> {
  const recorded = await store.readStream(mailServerAggregate.stream())
  const envelope = { commandId: `mail-server/${recorded.length}`, fingerprint: String(isSet), actor: 'system' }
  const handled = await handleCommand(
    store,
    mailServerAggregate.stream(),
    mailServerAggregate,
    (state) => (state.isSet === isSet ? [] : [createEvent('MailServerSet', { isSet, setAt: clock().toISOString() })]),
    envelope,
  )
  if (isRejection(handled)) throw new Error(`The mail server could not be recorded: ${handled.message}`)
}
