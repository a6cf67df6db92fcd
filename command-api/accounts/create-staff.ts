/** CreateStaff: an admin creates a member of staff, and hands on the one-time password that is answered. */
import { createHmac } from 'node:crypto'
import { isRejection, type Rejection } from '#contract/door/problems.ts'
import type { BodyOf } from '#contract/endpoints.ts'
import type { Envelope, Handled } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import type { Account } from '../streams/account.ts'
import { ensureAppointed } from '../streams/admins.ts'
import { register } from './register.ts'

/** Thirty-two characters that nobody mistakes for another when reading them out: no i, l, o or 0. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz123456789'
const GROUPS = /.{4}(?=.)/g
const CHARACTERS = 16

export interface CreateStaff extends BodyOf<'createStaff'> {
  userId: string
}

/** Records the account; a new admin is appointed after it, by a later command of theirs if this one dies in between. */
export async function createStaff(
  kernel: Kernel,
  { employee_id: employeeId, ...staff }: CreateStaff,
  envelope: Envelope,
): Promise<{ created: Handled<Account>; password: string } | Rejection> {
  const password = oneTimePassword(await kernel.vault.installationKey('one-time-passwords'), envelope.commandId)
  const command = { ...staff, employeeId, password, registeredBy: envelope.actor, oneTimePassword: true as const }
  const created = await register(kernel, command, envelope)
  if (isRejection(created)) return created
  if (staff.role === 'admin') await ensureAppointed(kernel, staff.userId)
  return { created, password }
}

/**
 * 80 bits, as four groups of four. It may be stored nowhere, and yet a repetition after a lost answer must tell the same
 * one: so it is made from the command's id under a key that only this installation has.
 */
export function oneTimePassword(key: Uint8Array, commandId: string): string {
  const bytes = createHmac('sha256', key).update(commandId).digest().subarray(0, CHARACTERS)
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length])
    .join('')
    .replaceAll(GROUPS, '$&-')
}
