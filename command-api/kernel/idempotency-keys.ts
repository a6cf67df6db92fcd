/**
 * Reserves each idempotency key permanently for one request, before its command runs.
 * Each key has its own event stream.
 * Also derives ids from texts, so that a repeated command gets the same ids.
 */

import { hash } from 'node:crypto'
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { IdempotencyKeyStore } from '#platform/http/command-key.ts'
import { defineAggregate, keepStateUnchanged } from './category.ts'
import { createEvent } from './decider.ts'
import { handleCommand } from './handle.ts'
import type { Kernel } from './kernel.ts'

/**
 * Aggregate for the streams that reserve idempotency keys.
 * It has no state, because `handleCommand` compares the command's id and fingerprint.
 */
const claims = defineAggregate<null, 'command'>('command', null, { KeyClaimed: keepStateUnchanged })

/**
 * Returns the store that reserves an idempotency key before its command runs.
 * A stream knows only its own commands, but a request may reuse a key for another stream.
 * If two requests use one key at once, only one succeeds, in any process.
 * A request repeated after a crash or refusal finds its own reservation.
 */
export function createIdempotencyKeyStore({ store, clock }: Pick<Kernel, 'store' | 'clock'>): IdempotencyKeyStore {
  const handleKey = async (envelope: Envelope, isClaim: boolean): Promise<Rejection | undefined> => {
    const decide = () => (isClaim ? [createEvent('KeyClaimed', { claimedAt: clock().toISOString() })] : [])
    const handled = await handleCommand(
      store,
      claims.stream(envelope.commandId),
      claims,
      decide,
      envelope,
      isClaim ? 'new' : undefined,
    )
    return isRejection(handled) ? handled : undefined
  }
  return {
    look: (envelope) => handleKey(envelope, false),
    claim: (envelope) => handleKey(envelope, true),
  }
}

/** Returns a UUID (version 8) that depends only on the text. */
export function uuidOf(text: string): string {
  const hex = hash('sha256', text, 'hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
