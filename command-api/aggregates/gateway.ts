/** Secrets of a phone gateway: hashes of the newest and, during a change, of the previous one. */
import { MAX_SECRETS_PER_GATEWAY, type PhoneGateway } from '#contract/phone/gateways.ts'
import { defineAggregate } from '../kernel/category.ts'

export interface PhoneGatewayState {
  /** Hashes of the valid secrets, newest first. */
  hashes: readonly string[]
}

export const gateway = defineAggregate<PhoneGatewayState, 'gateway', PhoneGateway>(
  'gateway',
  { hashes: [] },
  {
    GatewaySecretCreated: ({ hashes }, { hash }) => ({ hashes: [hash, ...hashes].slice(0, MAX_SECRETS_PER_GATEWAY) }),
    GatewaySecretsRevoked: ({ hashes }, { which }) => ({ hashes: which === 'all' ? [] : hashes.slice(0, 1) }),
  },
)
