/** Callbacks of USSD gateways and their answers, as the gateways define them. */
import { z } from 'zod'

/** Gateways send numbers as text or not, and leave fields out. */
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
  /** Absent: the session decides. */
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

/** https://developers.hubtel.com, programmable USSD. */
export const HubtelCallback = z.object({
  SessionId: word,
  Mobile: word,
  ServiceCode: optionalWord,
  /** Initiation, Response, Release, Timeout or AddToCart, in any case. */
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

/** https://documenter.getpostman.com, Nalo Solutions USSD. */
export const NaloCallback = z.object({
  USERID: optionalWord,
  MSISDN: word,
  USERDATA: optionalWord,
  /** True at first. */
  MSGTYPE: flag,
  NETWORK: optionalWord,
  /** Older callbacks have none: the number is the session. */
  SESSIONID: optionalWord,
})
export const NaloAnswer = z.object({
  USERID: z.string(),
  MSISDN: z.string(),
  MSG: z.string(),
  /** False ends the session. */
  MSGTYPE: z.boolean(),
})

/** https://developers.africastalking.com, USSD. A repeated field counts by its last value. */
const lastWord = z.preprocess((value) => (Array.isArray(value) ? value.at(-1) : value), word)
export const AfricasTalkingCallback = z.object({
  sessionId: lastWord,
  phoneNumber: lastWord,
  networkCode: lastWord.optional(),
  serviceCode: lastWord.optional(),
  /** All inputs so far, joined by asterisks. */
  text: lastWord.optional(),
})

/** An SMS of a person, as Africa's Talking sends it. */
export const AfricasTalkingSms = z.object({
  from: lastWord,
  to: lastWord.optional(),
  text: lastWord.optional().transform((text = '') => text),
  date: lastWord.optional(),
  id: lastWord.optional(),
  linkId: lastWord.optional(),
  networkCode: lastWord.optional(),
})

/** Delivery report of an SMS: Sent, Submitted, Buffered, Rejected, Success or Failed. */
export const AfricasTalkingDelivery = z.object({
  id: lastWord,
  status: lastWord,
  failureReason: lastWord.optional(),
})
