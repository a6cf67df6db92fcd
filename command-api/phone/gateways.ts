/** Converts the requests of USSD gateways into one common form, and replies into each gateway's format. */
import { z } from 'zod'
import type { AnswerOf, BodyOf } from '#contract/endpoints.ts'

/** A callback in the common shape of all gateways. */
export interface UssdCallback {
  session: string
  /** Phone number in the format of the gateway. */
  number: string
  /**
   * Kind of callback: `dial` starts a session, `input` continues it, `end` needs no answer.
   * `any`: the gateway does not say.
   * An unknown session is started, a known one continued.
   */
  kind: 'dial' | 'input' | 'end' | 'any'
  /**
   * Set if the gateway sends no session id.
   * Each dial then starts another session.
   */
  isOfNumber?: true
  /** The caller's last input in the USSD session. */
  input: string
  /** All inputs of the session, if the gateway repeats them. */
  inputs?: readonly string[]
  /** Position of the callback in its session, if the gateway numbers callbacks. */
  sequence?: number
  /**
   * State of the USSD session from the server's last response.
   * The gateway sends it back with the next callback.
   */
  state?: string
}

export interface UssdReply {
  message: string
  continues: boolean
  /** Session state that the gateway sends back with the next callback, if it supports this. */
  state?: string
}

type UssdEndpoint = 'ussdArkesel' | 'ussdHubtel' | 'ussdNalo' | 'ussdAfricasTalking'

interface Adapter<N extends UssdEndpoint> {
  read(body: BodyOf<N>): UssdCallback
  /** Formats the reply for the gateway, even if the request's body could not be parsed. */
  write(body: Partial<BodyOf<N>>, reply: UssdReply): AnswerOf<N>
}

/** Returns the fields of an unchecked body whose values are short texts. */
const TextFields = z.record(z.string(), z.unknown()).catch({})
export function parseTextFields(body: unknown): Record<string, string> {
  const fields = Object.entries(TextFields.parse(body)).flatMap(([name, value]) =>
    (typeof value === 'string' || typeof value === 'number') && String(value).length <= 200
      ? [[name, String(value)] as const]
      : [],
  )
  return Object.fromEntries(fields)
}

const beginning = (isNew: boolean | undefined): UssdCallback['kind'] =>
  isNew === undefined ? 'any' : isNew ? 'dial' : 'input'

export const arkeselAdapter: Adapter<'ussdArkesel'> = {
  read: ({ sessionID: session, msisdn: number, newSession, userData = '' }) => ({
    session,
    number,
    kind: beginning(newSession),
    input: userData,
  }),
  write: ({ sessionID = '', userID = '', msisdn = '' }, { message, continues }) => ({
    sessionID,
    userID,
    msisdn,
    message,
    continueSession: continues,
  }),
}

const HUBTEL_KINDS = new Map<string, UssdCallback['kind']>([
  ['initiation', 'dial'],
  ['response', 'input'],
  ['release', 'end'],
  ['timeout', 'end'],
  ['addtocart', 'end'],
])

export const hubtelAdapter: Adapter<'ussdHubtel'> = {
  read: ({ SessionId: session, Mobile: number, Type = '', Message: input = '', Sequence, ClientState: state }) => ({
    session,
    number,
    kind: HUBTEL_KINDS.get(Type.toLowerCase()) ?? 'any',
    input,
    ...(typeof Sequence === 'number' && { sequence: Sequence }),
    ...(state && { state }),
  }),
  write: ({ SessionId = '' }, { message, continues, state = '' }) => ({
    SessionId,
    Type: continues ? 'response' : 'release',
    Message: message,
    Label: 'WasteSense',
    ClientState: state,
    DataType: continues ? 'input' : 'display',
    FieldType: 'text',
  }),
}

export const naloAdapter: Adapter<'ussdNalo'> = {
  read: ({ SESSIONID: session, MSISDN: number, MSGTYPE, USERDATA = '' }) => ({
    session: session ?? number,
    ...(session === undefined && { isOfNumber: true as const }),
    number,
    kind: beginning(MSGTYPE),
    input: USERDATA,
  }),
  write: ({ USERID = '', MSISDN = '' }, { message, continues }) => ({
    USERID,
    MSISDN,
    MSG: message,
    MSGTYPE: continues,
  }),
}

export const africasTalkingAdapter: Adapter<'ussdAfricasTalking'> = {
  read({ sessionId: session, phoneNumber: number, text = '' }) {
    const inputs = text === '' ? [] : text.split('*')
    return { session, number, kind: inputs.length === 0 ? 'dial' : 'any', input: inputs.at(-1) ?? '', inputs }
  },
  write: (_, { message, continues }) => `${continues ? 'CON' : 'END'} ${message}`,
}
