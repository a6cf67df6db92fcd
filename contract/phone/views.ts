/** Schemas of gateways as admins see them. */
import { z } from 'zod'
import { CALLBACK_KINDS, GATEWAYS } from './gateways.ts'

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
  /** Number of SMS that count towards `SMS_PER_DAY`. The day starts with its first SMS. */
  counted_today: count,
  /** The newest failures, without numbers. */
  failed: z.array(
    z.object({
      notification_id: z.string(),
      user_id: z.string(),
      user_name: z.string().optional(),
      at: z.string(),
      outcome: z.enum(['refused', 'unknown', 'undelivered']),
      reason: z.string().optional(),
    }),
  ),
})
export type SmsTrafficView = z.infer<typeof SmsTrafficView>

/** A call of a gateway. It has nothing of the person. */
export const GatewayCallback = z.object({
  at: z.string(),
  gateway: z.enum(GATEWAYS),
  kind: z.enum(CALLBACK_KINDS),
  /** Status of the answer; 404 for a wrong secret. */
  status: z.number(),
  /** Why it was answered with an apology, such as `bad-request`. */
  problem: z.string().optional(),
  /** From the simulator of the demo. */
  simulated: z.literal(true).optional(),
})
export type GatewayCallback = z.infer<typeof GatewayCallback>

/** Calls of gateways. */
export const PhoneTraffic = z.object({
  /** Start of the process, if nothing older is known. */
  since: z.string().optional(),
  /** Newest first. */
  callbacks: z.array(GatewayCallback.extend({ id: z.string() })),
  /** USSD sessions of the last 24 hours. */
  sessions: z.number(),
  /** Limit of SMS in a day. */
  textsPerDay: z.number(),
  /** Service that sends SMS; absent if they are files in the outbox. */
  smsService: z.string().optional(),
})
export type PhoneTraffic = z.infer<typeof PhoneTraffic>

/** A phone of the demo's simulator. */
export const DemoPhone = z.object({
  /** In E.164. It belongs to this phone alone. */
  number: z.string(),
  /** Secret of a gateway that calls only for this number. */
  secret: z.string(),
})
export type DemoPhone = z.infer<typeof DemoPhone>

export const DemoText = z.object({ id: z.string(), at: z.string(), text: z.string() })
export type DemoText = z.infer<typeof DemoText>
