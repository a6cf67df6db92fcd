/** Callbacks of USSD gateways and their answers, as the gateways define them. */
import { z } from 'zod'

/** Accepts text or a number as text, because gateways send both. Gateways also omit fields. */
const word = z.union([z.string().max(1_000), z.number()]).transform(String)
const optionalWord = word.nullish().transform((text) => text ?? undefined)
const flag = z
  .union([z.boolean(), z.string().max(10), z.number()])
  .nullish()
  .transform((value) => (value === null || value === undefined ? undefined : /^(true|1)$/i.test(String(value))))

/** https://developers.arkesel.com, USSD. */
export const ArkeselCallback = z.object({
  sessionID: word,
  userID: optionalWord,
  /** Whether the callback starts a session. If absent, the stored session decides. */
  newSession: flag,
  msisdn: word,
  userData: optionalWord,
  network: optionalWord,
})
export const ArkeselAnswer = z.object({
  sessionID: z.string(),
  userID: z.string(),
  msisdn: z.string(),
  message: z.string(),
  continueSession: z.boolean(),
})

/** Callback of Hubtel, programmable USSD: https://developers.hubtel.com. */
export const HubtelCallback = z.object({
  SessionId: word,
  Mobile: word,
  ServiceCode: optionalWord,
  /** Kind of the callback: Initiation, Response, Release, Timeout or AddToCart, in any letter case. */
  Type: optionalWord,
  Message: optionalWord,
  Operator: optionalWord,
  Sequence: z.coerce.number().int().nullish().catch(undefined),
  ClientState: optionalWord,
})
export const HubtelAnswer = z.object({
  SessionId: z.string(),
  Type: z.enum(['response', 'release']),
  Message: z.string(),
  Label: z.string(),
  ClientState: z.string(),
  DataType: z.enum(['input', 'display']),
  FieldType: z.literal('text'),
})

/** Callback of Nalo Solutions, USSD: https://documenter.getpostman.com. */
export const NaloCallback = z.object({
  USERID: optionalWord,
  MSISDN: word,
  USERDATA: optionalWord,
  /** True in the first callback of a session. */
  MSGTYPE: flag,
  NETWORK: optionalWord,
  /** Id of the session. Older callbacks lack it; the phone number then identifies the session. */
  SESSIONID: optionalWord,
})
export const NaloAnswer = z.object({
  USERID: z.string(),
  MSISDN: z.string(),
  MSG: z.string(),
  /** False if this answer ends the session. */
  MSGTYPE: z.boolean(),
})

/**
 * Field of an Africa's Talking USSD callback (https://developers.africastalking.com).
 * If a field is repeated, its last value counts.
 */
const lastWord = z.preprocess((value) => (Array.isArray(value) ? value.at(-1) : value), word)
export const AfricasTalkingCallback = z.object({
  sessionId: lastWord,
  phoneNumber: lastWord,
  networkCode: lastWord.optional(),
  serviceCode: lastWord.optional(),
  /** All inputs of the session so far, joined by asterisks. */
  text: lastWord.optional(),
})

/** An SMS that a person sent, in the form in which Africa's Talking delivers it. */
export const AfricasTalkingSms = z.object({
  from: lastWord,
  to: lastWord.optional(),
  text: lastWord.optional().transform((text = '') => text),
  date: lastWord.optional(),
  id: lastWord.optional(),
  linkId: lastWord.optional(),
  networkCode: lastWord.optional(),
})

/** Delivery report of an SMS. Its status is Sent, Submitted, Buffered, Rejected, Success or Failed. */
export const AfricasTalkingDelivery = z.object({
  id: lastWord,
  status: lastWord,
  failureReason: lastWord.optional(),
})
