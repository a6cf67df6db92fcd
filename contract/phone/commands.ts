/** Commands of admins about the secrets of gateways. */
import { z } from 'zod'

/** Creates a secret for a gateway. Without `replace`, it is refused if the gateway already has a secret. */
export const CreateGatewaySecret = z.object({ replace: z.boolean().default(false) })

/** Revokes the gateway's previous secret, or all of its secrets. */
export const RevokeGatewaySecret = z.object({ which: z.enum(['replaced', 'all']) })
