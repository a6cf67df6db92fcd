/**
 * Endpoints of the phone: gateways' callbacks and secrets.
 * The gateways define the fields of callbacks and answers.
 */

import { z } from 'zod'
import { createCommandAnswerSchema, createListAnswerSchema, defineEndpoints, messageSchema } from '../http/endpoint.ts'
import { phoneEndpointRoutes as lines } from './routes.ts'
import { DemoPhone, DemoSms, GatewayTraffic, PhoneGatewayView, SmsTrafficView } from './views.ts'

/**
 * Accepts text or numbers, because gateways send both.
 * Gateways also omit fields.
 */
const word = z.union([z.string().max(1_000), z.number()]).transform(String)
const optionalWord = word.nullish().transform((text) => text ?? undefined)
const flag = z
  .union([z.boolean(), z.string().max(10), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? undefined : /^(true|1)$/i.test(String(value))))

/** Callback of Arkesel, USSD: https://developers.arkesel.com. */
const ArkeselCallback = z.object({
  sessionID: word,
  userID: optionalWord,
  /**
   * Whether the callback starts a session.
   * If the gateway does not say so, the stored session decides.
   */
  newSession: flag,
  msisdn: word,
  userData: optionalWord,
  network: optionalWord,
})
const ArkeselAnswer = z.object({
  sessionID: z.string(),
  userID: z.string(),
  msisdn: z.string(),
  message: z.string(),
  continueSession: z.boolean(),
})

/** Callback of Hubtel, programmable USSD: https://developers.hubtel.com. */
const HubtelCallback = z.object({
  SessionId: word,
  Mobile: word,
  ServiceCode: optionalWord,
  /**
   * Kind of the callback: Initiation, Response, Release, Timeout or AddToCart.
   * Upper and lower case are equal.
   */
  Type: optionalWord,
  Message: optionalWord,
  Operator: optionalWord,
  Sequence: z.coerce.number().int().nullish().catch(undefined),
  ClientState: optionalWord,
})
const HubtelAnswer = z.object({
  SessionId: z.string(),
  Type: z.enum(['response', 'release']),
  Message: z.string(),
  Label: z.string(),
  ClientState: z.string(),
  DataType: z.enum(['input', 'display']),
  FieldType: z.literal('text'),
})

/** Callback of Nalo Solutions, USSD: https://documenter.getpostman.com. */
const NaloCallback = z.object({
  USERID: optionalWord,
  MSISDN: word,
  USERDATA: optionalWord,
  /** True in the first callback of a session. */
  MSGTYPE: flag,
  NETWORK: optionalWord,
  /** Session id; older callbacks have only the phone number. */
  SESSIONID: optionalWord,
})
const NaloAnswer = z.object({
  USERID: z.string(),
  MSISDN: z.string(),
  MSG: z.string(),
  /** False if the response ends the USSD session. */
  MSGTYPE: z.boolean(),
})

/**
 * Text field in a gateway's request.
 * If the request repeats the field, the last value counts.
 */
const lastWord = z.preprocess((value) => (Array.isArray(value) ? value.at(-1) : value), word)

/** Callback of Africa's Talking, USSD: https://developers.africastalking.com. */
const AfricasTalkingCallback = z.object({
  sessionId: lastWord,
  phoneNumber: lastWord,
  networkCode: lastWord.optional(),
  serviceCode: lastWord.optional(),
  /** All inputs of the session so far, joined by asterisks. */
  text: lastWord.optional(),
})

/** An incoming SMS in the form of Africa's Talking. */
const AfricasTalkingSms = z.object({
  from: lastWord,
  to: lastWord.optional(),
  text: lastWord.optional().transform((text = '') => text),
  date: lastWord.optional(),
  id: lastWord.optional(),
  linkId: lastWord.optional(),
  networkCode: lastWord.optional(),
})

/**
 * Delivery report of an SMS.
 * Its status is Sent, Submitted, Buffered, Rejected, Success or Failed.
 */
const AfricasTalkingDelivery = z.object({
  id: lastWord,
  status: lastWord,
  failureReason: lastWord.optional(),
})

/**
 * Creates a gateway's secret.
 * Is refused if the gateway has a secret already, unless `replace` is true.
 */
const CreateGatewaySecret = z.object({ replace: z.boolean().default(false) })

/** Revokes the gateway's previous secret, or all of its secrets. */
const RevokeGatewaySecret = z.object({ which: z.enum(['replaced', 'all']) })

const ofUssd = (gateway: string) => `USSD callback of ${gateway}; the id is the gateway's secret`

export const phoneEndpoints = defineEndpoints(lines, {
  ussdArkesel: { summary: ofUssd('Arkesel'), body: ArkeselCallback, answer: ArkeselAnswer },
  ussdHubtel: { summary: ofUssd('Hubtel'), body: HubtelCallback, answer: HubtelAnswer },
  ussdNalo: { summary: ofUssd('Nalo'), body: NaloCallback, answer: NaloAnswer },
  ussdAfricasTalking: {
    summary: ofUssd("Africa's Talking"),
    body: AfricasTalkingCallback,
    /** Text of the answer, which starts with `CON ` or `END `. */
    answer: z.string(),
  },
  smsAfricasTalking: {
    summary: "SMS of a resident, from Africa's Talking; the id is the gateway's secret",
    body: AfricasTalkingSms,
    answer: z.string(),
  },
  deliveryAfricasTalking: {
    summary: "Delivery report of an SMS, from Africa's Talking; the id is the gateway's secret",
    body: AfricasTalkingDelivery,
    answer: z.string(),
  },
  openDemoPhone: {
    summary: 'Open a phone of the simulator, on a loopback demo only',
    answer: DemoPhone,
  },
  demoTexts: {
    summary: "SMS that arrived on a phone of the simulator; the id is the phone's secret",
    answer: createListAnswerSchema('texts', DemoSms),
  },
  phoneTraffic: {
    summary: 'Last callbacks of gateways, and the number of sessions',
    answer: GatewayTraffic,
  },
  gateways: {
    summary: 'Gateways of phone operators and the times of their secrets',
    answer: createListAnswerSchema('gateways', PhoneGatewayView),
  },
  smsTraffic: {
    summary: 'Notifications by SMS of the last 24 hours, and the newest that failed',
    answer: SmsTrafficView,
  },
  createGatewaySecret: {
    summary: 'Create the secret of a gateway; it is returned once, and the previous one stays valid',
    body: CreateGatewaySecret,
    answer: createCommandAnswerSchema({
      secret: z.string(),
      /** Path below the server's origin, to enter in the gateway's settings. */
      path: z.string(),
    }),
  },
  revokeGatewaySecret: {
    summary: 'Revoke the replaced secret of a gateway, or all',
    body: RevokeGatewaySecret,
    answer: createCommandAnswerSchema({ message: messageSchema }),
  },
})
