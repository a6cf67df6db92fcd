/** Records sign-ins of staff for auditors: person, role and time, never an address. */
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { Registered } from '../aggregates/account.ts'
import { signIns } from '../aggregates/stateless.ts'
import { event } from '../kernel/decider.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'

/**
 * Records a sign-in before the response; if the log refuses, the sign-in fails.
 * Residents are not recorded.
 */
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
