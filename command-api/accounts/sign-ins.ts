/** Records sign-ins of staff for auditors: person, role, time and a keyed hash of the address. */
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { RegisteredAccount } from '../aggregates/account.ts'
import { signIns } from '../aggregates/stateless.ts'
import { createEvent } from '../kernel/decider.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hashAddress } from './security-log.ts'

/**
 * Records a sign-in before its response; if the log refuses, the sign-in fails.
 * Skips residents, who are only in the security log.
 */
export async function recordSignIn(
  { store, keys, clock }: Kernel,
  { userId, role }: RegisteredAccount,
  { address, envelope }: { address: string; envelope: Envelope },
): Promise<Rejection | undefined> {
  if (role === 'resident') return undefined
  const signedIn = createEvent('StaffSignedIn', {
    userId,
    role,
    origin: hashAddress(keys.addresses, address),
    signedInAt: clock().toISOString(),
  })
  const recorded = await handle(store, signIns.stream(userId), signIns, () => [signedIn], {
    ...envelope,
    actor: userId,
  })
  return isRejection(recorded) ? recorded : undefined
}
