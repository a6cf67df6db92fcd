/** What is kept of who came in, who was refused and what they changed of it: user ids and keyed hashes of addresses, no names. */

import { createHmac, randomUUID } from 'node:crypto'
import { isRejection } from '#contract/door/problems.ts'
import type { EventData } from '#contract/events.ts'
import { event } from '../kernel/decider.ts'
import { handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { securityNote } from '../streams/notes.ts'

export type SecurityKind = EventData<'SecurityNoted'>['kind']

export interface Noted {
  /** Absent where no account was meant that there is. */
  userId?: string
  address?: string
}

/** Keeps a note; rejects when the log did not take it. */
export async function keepNote(
  { store, keys, clock }: Kernel,
  kind: SecurityKind,
  { userId, address }: Noted,
): Promise<void> {
  const noteId = randomUUID()
  const origin = address === undefined ? undefined : originOf(keys.addresses, address)
  const noted = event('SecurityNoted', { noteId, kind, userId, origin, notedAt: clock().toISOString() })
  const envelope = { commandId: `note/${noteId}`, fingerprint: '', actor: userId ?? 'nobody' }
  const kept = await handle(store, securityNote.stream(noteId), securityNote, () => [noted], envelope)
  if (isRejection(kept)) throw new Error(`A security note was refused: ${kept.message}`)
}

/** The same address reads alike, and only this installation could find out which it is. */
const originOf = (key: Uint8Array, address: string) =>
  createHmac('sha256', key).update(address).digest('base64url').slice(0, 10)

/** Keeps a note after the answer: what it takes must not tell whether there is such an account. */
export function noteLater(kernel: Kernel, kind: SecurityKind, noted: Noted): void {
  const failed = (error: unknown) => kernel.log.error({ err: error, kind }, 'a security note could not be kept')
  setTimeout(() => void keepNote(kernel, kind, noted).catch(failed)).unref()
}
