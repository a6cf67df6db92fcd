/** Schemas of phone gateways, as admins see them. */
import { z } from 'zod'
import { GATEWAY_CALLBACK_KINDS, PHONE_GATEWAYS } from './gateways.ts'

export const PhoneGatewayView = z.object({
  id: z.enum(PHONE_GATEWAYS),
  name: z.string(),
  /**
   * Times of valid secrets, newest first.
   * The secrets themselves are stored nowhere.
   */
  secrets: z.array(z.object({ createdAt: z.string(), replaced: z.literal(true).optional() })),
})
export type PhoneGatewayView = z.infer<typeof PhoneGatewayView>

const count = z.int().min(0)

/**
 * Notifications sent by SMS in the last 24 hours.
 * SMS with codes and replies count only towards the daily limit.
 */
export const SmsTrafficView = z.object({
  since: z.string(),
  sent: count,
  /** Number of SMS that were withheld because of a limit. */
  withheld: count,
  refused: count,
  /**
   * Number of SMS with an unknown result, after a crash or a silent gateway.
   * Such SMS are never sent again.
   */
  unknown: count,
  undelivered: count,
  /**
   * SMS that count towards `SMS_PER_DAY`.
   * The day starts with its first SMS.
   */
  counted_today: count,
  /** The newest SMS that failed, without phone numbers. */
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

/** A call from a gateway, without any data of the person. */
export const GatewayCallback = z.object({
  at: z.string(),
  gateway: z.enum(PHONE_GATEWAYS),
  kind: z.enum(GATEWAY_CALLBACK_KINDS),
  /** HTTP status of our answer to the phone gateway; 404 if the secret was wrong. */
  status: z.number(),
  /** Kind of problem, such as `bad-request`, if the request of the phone gateway failed. */
  problem: z.string().optional(),
  /** Set if the call came from the demo's simulator. */
  simulated: z.literal(true).optional(),
})
export type GatewayCallback = z.infer<typeof GatewayCallback>

/** Recent calls from phone gateways, with USSD and SMS counts. */
export const GatewayTraffic = z.object({
  /**
   * Time since which calls are recorded.
   * If unknown, the time at which the process started.
   */
  since: z.string().optional(),
  /** Recorded calls from gateways, newest first. */
  callbacks: z.array(GatewayCallback.extend({ id: z.string() })),
  /** Number of USSD sessions in the last 24 hours. */
  sessions: z.number(),
  /** Maximum of SMS per day. */
  textsPerDay: z.number(),
  /** Service that sends SMS; absent if they go to outbox files. */
  smsService: z.string().optional(),
})
export type GatewayTraffic = z.infer<typeof GatewayTraffic>

/** A phone of the demo's simulator. */
export const DemoPhone = z.object({
  /** Phone number in E.164, used by this phone alone. */
  number: z.string(),
  /**
   * Secret of a simulated phone gateway.
   * That gateway makes callbacks for this phone number only.
   */
  secret: z.string(),
})
export type DemoPhone = z.infer<typeof DemoPhone>

export const DemoSms = z.object({ id: z.string(), at: z.string(), text: z.string() })
export type DemoSms = z.infer<typeof DemoSms>
