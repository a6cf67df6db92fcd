/** Derives the id and fingerprint of a command from its request. */
import { createHmac, hash, type KeyObject, randomUUID } from 'node:crypto'
import type { Request } from 'express'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Rejection } from '#contract/http/problems.ts'
import type { Principal } from '../auth/tokens.ts'
import type { Envelope } from '../event-store/event-store.ts'
import type { UploadedFile } from './form.ts'

/** Store of the idempotency keys. */
export interface IdempotencyKeyStore {
  /**
   * Returns a rejection if the idempotency key belongs to another request.
   * Writes nothing.
   */
  look(envelope: Envelope): Promise<Rejection | undefined>
  /**
   * Reserves the command's idempotency key.
   * Returns a rejection if another request has reserved the key.
   */
  claim(envelope: Envelope): Promise<Rejection | undefined>
}

/** Actor that is recorded for commands that need no sign-in. */
const PUBLIC = 'public'

/**
 * Returns the envelope of a command.
 * The command id includes the sender.
 * Thus people with the same Idempotency-Key never get each other's answers.
 * Without this header the command id is random.
 */
export function createCommandEnvelope(
  name: EndpointName,
  request: Request,
  principal: Principal | undefined,
  key: KeyObject,
  upload?: Pick<UploadedFile, 'sha256'>,
) {
  if (request.method === 'GET') return undefined
  const given = request.get('Idempotency-Key')
  const file = upload ? [upload.sha256] : []
  const content = [request.params, request.body ?? null, ...file]
  const actor = principal?.userId ?? PUBLIC
  return {
    isGiven: Boolean(given),
    envelope: commandEnvelopeOf({ name, actor, given: given || randomUUID(), content }, key),
  }
}

interface KeyedCommand {
  name: EndpointName
  actor: string
  /** Idempotency key. */
  given: string
  /** Values that distinguish this request from other requests to the same endpoint. */
  content: readonly unknown[]
}

/** Returns the envelope of a command: its id, the request's fingerprint and the actor. */
export function commandEnvelopeOf(
  { name, actor, given, content }: KeyedCommand,
  key: KeyObject | Uint8Array,
): Envelope {
  return {
    commandId: hash('sha256', JSON.stringify([name, actor, given]), 'base64url'),
    fingerprint: createHmac('sha256', key)
      .update(JSON.stringify([name, ...content]))
      .digest('base64url'),
    actor,
  }
}

const nothing = async () => undefined

/** Returns a command's idempotency checks, which do nothing without a key. */
export function idempotencyChecksOf(
  keys: IdempotencyKeyStore | undefined,
  key: ReturnType<typeof createCommandEnvelope>,
) {
  if (!keys || !key?.isGiven) return { look: nothing, claim: nothing }
  const { envelope } = key
  return { look: () => keys.look(envelope), claim: () => keys.claim(envelope) }
}
