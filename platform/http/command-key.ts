/** The id under which the log knows a command, and which request it stands for. */
import { createHmac, hash, type KeyObject, randomUUID } from 'node:crypto'
import type { Request } from 'express'
import type { EndpointName } from '#contract/endpoints.ts'
import type { Rejection } from '#contract/problems.ts'
import type { Principal } from '../auth/tokens.ts'

/** The id of a command and a keyed hash of its body: what makes a repetition recognisable. */
export interface CommandKey {
  commandId: string
  fingerprint: string
}

/** Where it is kept which request an idempotency key stands for. */
export interface CommandKeys {
  /** A rejection when the key stands for another request; writes nothing. */
  look(key: CommandKey & { actor: string }): Promise<Rejection | undefined>
  /** The same, and from now on it stands for this one. */
  claim(key: CommandKey & { actor: string }): Promise<Rejection | undefined>
}

/** Who sends what is open to everybody. */
const PUBLIC = 'public'

/**
 * The command id is bound to who sends it: two people with the same key never get each other's answers. Without a key the
 * command has an id of its own.
 */
export function commandKey(name: EndpointName, request: Request, principal: Principal | undefined, key: KeyObject) {
  if (request.method === 'GET') return undefined
  const given = request.get('Idempotency-Key')
  const actor = principal?.userId ?? PUBLIC
  const scope = JSON.stringify([name, actor, given || randomUUID()])
  const body = JSON.stringify([name, request.params, request.body ?? null])
  return {
    isGiven: Boolean(given),
    actor,
    commandId: hash('sha256', scope, 'base64url'),
    fingerprint: createHmac('sha256', key).update(body).digest('base64url'),
  }
}

const nothing = async () => undefined

/** What may be asked of a command's key; nothing of one that the client did not give. */
export function claimsOf(keys: CommandKeys | undefined, key: ReturnType<typeof commandKey>) {
  if (!keys || !key?.isGiven) return { look: nothing, claim: nothing }
  const { commandId, fingerprint, actor } = key
  const envelope = { commandId, fingerprint, actor }
  return { look: () => keys.look(envelope), claim: () => keys.claim(envelope) }
}
