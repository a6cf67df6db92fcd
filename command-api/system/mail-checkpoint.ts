/** MailCheckpoint: mails a checkpoint to an auditor, to compare with the later log. */
import { isRejection } from '#contract/door/problems.ts'
import { NEWS_MS } from '#contract/system-commands.ts'
import { addressee } from '../accounts/later-mail.ts'
import { event } from '../kernel/decider.ts'
import { bySystem, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadFrom } from '../kernel/load.ts'
import { type CheckpointState, checkpoint } from '../streams/checkpoint.ts'
import { loadAccountState } from '../streams/load-account.ts'
import { checkpointMail } from './checkpoint-mail.ts'
import type { Mailing } from './mail-digest.ts'

/**
 * Rejects when the mail fails, so that its job is retried for a day.
 * A crash between mail and event sends it twice.
 */
export async function mailCheckpoint(
  kernel: Kernel,
  { mail, publicUrl }: Mailing,
  { checkpointId, userId }: { checkpointId: string; userId: string },
  commandId: string,
): Promise<void> {
  const { store, clock } = kernel
  const stream = checkpoint.stream(checkpointId)
  const { made, mailedTo } = await loadFrom(store, stream, checkpoint)
  if (!made || mailedTo.includes(userId) || clock().getTime() - Date.parse(made.madeAt) > NEWS_MS) return
  const { status, registered } = await loadAccountState(store, userId)
  if (status !== 'active' || registered?.role !== 'auditor') return
  const person = await addressee(kernel, registered)
  if (!person) return
  await mail.send(checkpointMail({ to: person.email, name: person.name, made, publicUrl }))
  const done = [event('CheckpointMailed', { checkpointId, userId, mailedAt: clock().toISOString() })]
  const decide = (state: CheckpointState) => (state.mailedTo.includes(userId) ? [] : done)
  const handled = await handle(store, stream, checkpoint, decide, bySystem(commandId))
  if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)
}
