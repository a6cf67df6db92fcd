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

const count = z.int().min(0)

/** Notifications by SMS of the last 24 hours. Codes and answers to SMS count towards the daily limit only. */
export const SmsTrafficView = z.object({
  since: z.string(),
  sent: count,
  /** Withheld by a limit. */
  withheld: count,
  refused: count,
  /** Interrupted by a crash or a silent gateway, and not repeated. */
  unknown: count,
  undelivered: count,
  /** All SMS that count towards `SMS_PER_DAY`; the day begins with its first SMS. */
  counted_today: count,
  /** The newest failures; the recipient's number is in the list of users. */
  failed: z.array(
    z.object({
      notification_id: z.string(),
      user_id: z.string(),
      at: z.string(),
      outcome: z.enum(['refused', 'unknown', 'undelivered']),
      reason: z.string().optional(),
    }),
  ),
})
export type SmsTrafficView = z.infer<typeof SmsTrafficView>
