/** The id under which the log knows a command, and which request it stands for. */
import { createHmac, hash, type KeyObject, randomUUID } from 'node:crypto'
import type { Request } from 'express'
import type { Rejection } from '#contract/door/problems.ts'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Principal } from '../auth/tokens.ts'
import type { Upload } from './form.ts'

/** Who asks, under which command id, with which body: id and fingerprint (a keyed hash of it) make a repetition recognisable. */
export interface Envelope {
  commandId: string
  fingerprint: string
  actor: string
}

/** Where it is kept which request an idempotency key stands for. */
export interface CommandKeys {
  /** A rejection when the key stands for another request; writes nothing. */
  look(envelope: Envelope): Promise<Rejection | undefined>
  /** The same, and from now on it stands for this one. */
  claim(envelope: Envelope): Promise<Rejection | undefined>
}

/** Who sends what is open to everybody. */
const PUBLIC = 'public'

/**
 * The command id is bound to who sends it: two people with the same key never get each other's answers. Without a key the
 * command has an id of its own.
 */
export function commandKey(
  name: EndpointName,
  request: Request,
  principal: Principal | undefined,
  key: KeyObject,
  upload?: Pick<Upload, 'sha256'>,
) {
  if (request.method === 'GET') return undefined
  const given = request.get('Idempotency-Key')
  const actor = principal?.userId ?? PUBLIC
  const scope = JSON.stringify([name, actor, given || randomUUID()])
  const file = upload ? [upload.sha256] : []
  const body = JSON.stringify([name, request.params, request.body ?? null, ...file])
  const envelope: Envelope = {
    commandId: hash('sha256', scope, 'base64url'),
    fingerprint: createHmac('sha256', key).update(body).digest('base64url'),
    actor,
  }
  return { isGiven: Boolean(given), envelope }
}

const nothing = async () => undefined

/** What may be asked of a command's key; nothing of one that the client did not give. */
export function claimsOf(keys: CommandKeys | undefined, key: ReturnType<typeof commandKey>) {
  if (!keys || !key?.isGiven) return { look: nothing, claim: nothing }
  const { envelope } = key
  return { look: () => keys.look(envelope), claim: () => keys.claim(envelope) }
}
