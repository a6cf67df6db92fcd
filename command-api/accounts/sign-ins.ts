/** Sign-ins of staff, kept for the auditor: who, in which role and when; nothing about where from. */
import { isRejection, type Rejection } from '#contract/door/problems.ts'
import { event } from '../kernel/decider.ts'
import { type Envelope, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Registered } from '../streams/account.ts'
import { signIns } from '../streams/notes.ts'

/** Records a sign-in before it is answered: one that the log did not take does not take place. Residents' are not kept. */
export async function recordSignIn(
  { store, clock }: Kernel,
  { userId, role }: Registered,
  envelope: Envelope,
): Promise<Rejection | undefined> {
  if (role === 'resident') return undefined
  const signedIn = event('StaffSignedIn', { userId, role, signedInAt: clock().toISOString() })
  const recorded = await handle(store, signIns.stream(userId), signIns, () => [signedIn], {
    ...envelope,
    actor: userId,
  })
  return isRejection(recorded) ? recorded : undefined
}
