/** Events of the phone: secrets of gateways, and numbers that belong to accounts. */
import { z } from 'zod'
import { at, sealed, userId } from '../fields.ts'
import { GATEWAYS } from './gateways.ts'
import { PHONE_PROOFS } from './identity.ts'

export const phone = {
  // Stream gateway-{gateway}
  /** The previous secret stays valid until it is revoked or replaced again. */
  GatewaySecretCreated: z.object({
    gateway: z.enum(GATEWAYS),
    /** SHA-256 of the secret. */
    hash: z.string().min(1),
    createdBy: userId,
    createdAt: at,
  }),
  GatewaySecretsRevoked: z.object({
    gateway: z.enum(GATEWAYS),
    which: z.enum(['replaced', 'all']),
    revokedBy: userId,
    revokedAt: at,
  }),
  // Stream account-{userId}
  /** The number belongs to the account: it signs in, and the menu knows it. */
  PhoneLinked: z.object({
    userId,
    /** {number} in E.164, under the person's key. */
    sealed,
    proof: z.enum(PHONE_PROOFS),
    linkedAt: at,
  }),
  /** The owner removed the number; what was chosen about SMS ends with it. */
  PhoneUnlinked: z.object({ userId, unlinkedAt: at }),
}
