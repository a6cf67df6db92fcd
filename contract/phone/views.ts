/** Schemas of gateways as admins see them. */
import { z } from 'zod'
import { GATEWAYS } from './gateways.ts'

export const GatewayView = z.object({
  id: z.enum(GATEWAYS),
  name: z.string(),
  /** Valid secrets, the newest first; the secrets themselves are not stored. */
  secrets: z.array(z.object({ createdAt: z.string(), replaced: z.literal(true).optional() })),
})
export type GatewayView = z.infer<typeof GatewayView>
