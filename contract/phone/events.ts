/** Events of the phone: gateways' secrets, and accounts' numbers. */
import { z } from 'zod'
import { sealedSchema, timestampSchema, userIdSchema } from '../fields.ts'
import { PHONE_GATEWAYS } from './gateways.ts'
import { PHONE_OWNERSHIP_PROOFS } from './numbers.ts'

export const phoneEvents = {
  // Stream gateway-{gateway}
  /**
   * A gateway got a new secret.
   * The previous one stays valid until revoked or replaced again.
   */
  GatewaySecretCreated: z.object({
    gateway: z.enum(PHONE_GATEWAYS),
    /** SHA-256 hash of the secret. */
    hash: z.string().min(1),
    createdBy: userIdSchema,
    createdAt: timestampSchema,
  }),
  GatewaySecretsRevoked: z.object({
    gateway: z.enum(PHONE_GATEWAYS),
    which: z.enum(['replaced', 'all']),
    revokedBy: userIdSchema,
    revokedAt: timestampSchema,
  }),
  // Stream account-{userId}
  /**
   * A phone number was linked to an account.
   * The number can sign in, and the phone menu recognizes it.
   */
  PhoneLinked: z.object({
    userId: userIdSchema,
    /** JSON of {number} in E.164, sealed under the person's key. */
    sealed: sealedSchema,
    proof: z.enum(PHONE_OWNERSHIP_PROOFS),
    linkedAt: timestampSchema,
  }),
  /**
   * The owner removed the account's phone number.
   * This also ends their choice whether to receive SMS.
   */
  PhoneUnlinked: z.object({ userId: userIdSchema, unlinkedAt: timestampSchema }),
}
