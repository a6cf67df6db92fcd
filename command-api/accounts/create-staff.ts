/** CreateStaff: creates a staff account and returns a one-time password. */
import { createHmac } from 'node:crypto'
import type { BodyOf } from '#contract/endpoints.ts'
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { Account } from '../aggregates/account.ts'
import { ensureAdminAppointed } from '../aggregates/admins.ts'
import type { CommandResult } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { registerAccount } from './register.ts'

/**
 * Alphabet of generated passwords.
 * It omits i, l, o and 0, which are easily confused.
 */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz123456789'
const GROUPS = /.{4}(?=.)/g
const CHARACTERS = 16

interface CreateStaff extends BodyOf<'createStaff'> {
  userId: string
}

/**
 * Records the account, then appoints a new admin in the admins' stream.
 * After a crash, the admin's first command on another account repeats the appointment.
 */
export async function createStaff(
  kernel: Kernel,
  { employee_id: employeeId, ...staff }: CreateStaff,
  envelope: Envelope,
): Promise<{ created: CommandResult<Account>; password: string } | Rejection> {
  const password = deriveOneTimePassword(await kernel.vault.installationKey('one-time-passwords'), envelope.commandId)
  const command = { ...staff, employeeId, password, registeredBy: envelope.actor, oneTimePassword: true as const }
  const created = await registerAccount(kernel, command, envelope)
  if (isRejection(created)) return created
  if (staff.role === 'admin') await ensureAdminAppointed(kernel, staff.userId)
  return { created, password }
}

/**
 * Returns a one-time password of 80 bits in four groups of four.
 * Derives it from command id and installation key.
 * A repeated command thus returns it again, although it is not stored.
 */
export function deriveOneTimePassword(key: Uint8Array, commandId: string): string {
  const bytes = createHmac('sha256', key).update(commandId).digest().subarray(0, CHARACTERS)
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replaceAll(GROUPS, '$&-')
}
