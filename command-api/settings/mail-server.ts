/** Whether the installation has a mail server: an event, so that every process and every replay judges unconfirmed accounts alike. */

import type { Event } from '#contract/events.ts'
import { isRejection } from '#contract/problems.ts'
import { type Aggregate, event } from '../kernel/decider.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'

const STREAM = 'mail-server'

const mailServer: Aggregate<{ isSet: boolean }> = {
  initial: { isSet: false },
  evolve: (state, { type, data }: Event) => (type === 'MailServerSet' ? { isSet: data.isSet } : state),
}

/** Records what the settings say, when that is another thing than the last start said. */
export async function setMailServer({ store, clock }: Pick<Kernel, 'store' | 'clock'>, isSet: boolean): Promise<void> {
  const recorded = await store.readStream(STREAM)
  const envelope = { commandId: `mail-server/${recorded.length}`, fingerprint: String(isSet), actor: 'system' }
  const handled = await handle(
    store,
    STREAM,
    mailServer,
    (state) => (state.isSet === isSet ? [] : [event('MailServerSet', { isSet, setAt: clock().toISOString() })]),
    envelope,
  )
  if (isRejection(handled)) throw new Error(`The mail server could not be recorded: ${handled.message}`)
}
