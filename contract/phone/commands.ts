/** Commands of admins about the secrets of gateways. */
import { z } from 'zod'

/**
 * Creates the secret of a gateway.
 * Without `replace` it is refused while the gateway has one.
 */
export const CreateGatewaySecret = z.object({ replace: z.boolean().default(false) })

/** Revokes the secret that was replaced, or all. */
export const RevokeGatewaySecret = z.object({ which: z.enum(['replaced', 'all']) })
