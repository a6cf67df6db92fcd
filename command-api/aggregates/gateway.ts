/** Secrets of a phone gateway: hashes of the newest and, during a change, of the previous one. */
import { type Gateway, MAX_SECRETS_PER_GATEWAY } from '#contract/phone/gateways.ts'
import { defineAggregate } from '../kernel/category.ts'

export interface GatewayState {
  /** Hashes of the valid secrets, newest first. */
  hashes: readonly string[]
}

export const gateway = defineAggregate<GatewayState, 'gateway', Gateway>(
  'gateway',
  { hashes: [] },
  {
    GatewaySecretCreated: ({ hashes }, { hash }) => ({ hashes: [hash, ...hashes].slice(0, MAX_SECRETS_PER_GATEWAY) }),
    GatewaySecretsRevoked: ({ hashes }, { which }) => ({ hashes: which === 'all' ? [] : hashes.slice(0, 1) }),
  },
)
