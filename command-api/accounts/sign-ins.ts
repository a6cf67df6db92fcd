/** Sign-ins of staff, kept for the auditor: who, in which role and when; nothing about where from. */
import type { Rejection } from '#contract/problems.ts'
import type { CommandKey } from '#platform/http/command-key.ts'
import { event, isRejection } from '../kernel/decider.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Registered } from '../streams/account.ts'
import { signIns } from '../streams/notes.ts'

/** Records a sign-in before it is answered: one that the log did not take does not take place. Residents' are not kept. */
export async function recordSignIn(
  { store, clock }: Kernel,
  { userId, role }: Registered,
  { commandId, fingerprint }: CommandKey,
): Promise<Rejection | undefined> {
  if (role === 'resident') return undefined
  const signedIn = event('StaffSignedIn', { userId, role, signedInAt: clock().toISOString() })
  const envelope = { commandId, fingerprint, actor: userId }
  const recorded = await handle(store, signIns.stream(userId), signIns, () => [signedIn], envelope)
  return isRejection(recorded) ? recorded : undefined
}
