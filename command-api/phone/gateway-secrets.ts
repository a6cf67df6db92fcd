/**
 * Secrets of phone gateways.
 * The URL path contains them, because gateways send no headers.
 * Only a hash is stored.
 */

import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { isRejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import {
  MAX_SECRETS_PER_GATEWAY,
  PHONE_GATEWAY_NAMES,
  PHONE_GATEWAYS,
  type PhoneGateway,
  USSD_ENDPOINTS,
} from '#contract/phone/gateways.ts'
import { endpointRoutes } from '#contract/routes.ts'
import type { Handlers } from '#platform/http/api.ts'
import { defineAggregate } from '../kernel/category.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'

/** Hashes of a gateway's newest secret and, during a change, the previous one. */
interface PhoneGatewayState {
  /** Hashes of the valid secrets, newest first. */
  hashes: readonly string[]
}

const gateway = defineAggregate<PhoneGatewayState, 'gateway', PhoneGateway>(
  'gateway',
  { hashes: [] },
  {
    GatewaySecretCreated: ({ hashes }, { hash }) => ({ hashes: [hash, ...hashes].slice(0, MAX_SECRETS_PER_GATEWAY) }),
    GatewaySecretsRevoked: ({ hashes }, { which }) => ({ hashes: which === 'all' ? [] : hashes.slice(0, 1) }),
  },
)

/** A random secret needs no salt. */
const hashSecret = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/**
 * Returns a gateway secret of 32 bytes in base64url.
 * Derives it from command id and a random installation key.
 * A repeated command thus returns it again, although it is not stored.
 */
const deriveSecret = (key: Uint8Array, commandId: string) =>
  createHmac('sha256', key).update(commandId).digest('base64url')

interface CreateSecret {
  gateway: PhoneGateway
  hash: string
  replace: boolean
  createdBy: string
}

export const createGatewaySecret: Decider<CreateSecret, PhoneGatewayState, 'gateway'> = (command, { hashes }, now) => {
  const { replace, ...created } = command
  const name = PHONE_GATEWAY_NAMES[command.gateway]
  if (hashes.length > 0 && !replace)
    return reject('conflict', msg`${{ gateway: name }} already has a secret. Replace it, or revoke it first.`)
  return [createEvent('GatewaySecretCreated', { ...created, createdAt: now.toISOString() })]
}

interface RevokeSecret {
  gateway: PhoneGateway
  which: 'replaced' | 'all'
  revokedBy: string
}

const revokeGatewaySecrets: Decider<RevokeSecret, PhoneGatewayState, 'gateway'> = (command, { hashes }, now) =>
  hashes.length > (command.which === 'all' ? 0 : 1)
    ? [createEvent('GatewaySecretsRevoked', { ...command, revokedAt: now.toISOString() })]
    : []

const UNKNOWN_GATEWAY = reject('not-found', msg`There is no such gateway.`)
const gatewayOf = (id: string) => PHONE_GATEWAYS.find((known) => known === id)

export function createGatewaySecretHandlers({ store, vault, clock }: Kernel): Handlers {
  return {
    async createGatewaySecret({ params, body: { replace }, principal: { userId }, envelope }) {
      const id = gatewayOf(params.id)
      if (!id) return UNKNOWN_GATEWAY
      const secret = deriveSecret(await vault.installationKey('gateways'), envelope.commandId)
      const command = { gateway: id, hash: hashSecret(secret), replace, createdBy: userId }
      const decide = (state: PhoneGatewayState) => createGatewaySecret(command, state, clock())
      const created = await handleCommand(store, gateway.stream(id), gateway, decide, envelope)
      if (isRejection(created)) return created
      return {
        secret,
        path: `/api${endpointRoutes[USSD_ENDPOINTS[id]].path.replace(':id', secret)}`,
        position: created.position,
      }
    },

    async revokeGatewaySecret({ params, body: { which }, principal: { userId }, envelope }) {
      const id = gatewayOf(params.id)
      if (!id) return UNKNOWN_GATEWAY
      const decide = (state: PhoneGatewayState) =>
        revokeGatewaySecrets({ gateway: id, which, revokedBy: userId }, state, clock())
      const revoked = await handleCommand(store, gateway.stream(id), gateway, decide, envelope)
      if (isRejection(revoked)) return revoked
      return { message: msg`Secret revoked.`, position: revoked.position }
    },
  }
}

/** Returns whether the gateway has this secret; comparisons take constant time. */
export async function hasGatewaySecret(
  { store }: Pick<Kernel, 'store'>,
  id: PhoneGateway,
  secret: string,
): Promise<boolean> {
  const given = Buffer.from(hashSecret(secret))
  const { hashes } = await loadState(store, gateway.stream(id), gateway)
  return hashes.map((hash) => timingSafeEqual(Buffer.from(hash), given)).some(Boolean)
}
