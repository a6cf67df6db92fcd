/** Sends SMS through the HTTP APIs of Arkesel, Hubtel and Africa's Talking. */
import { z } from 'zod'
import { parseJson, readLimitedText } from '../read-answer.ts'
import { normalizeSms, type SmsMessage, SmsNotAccepted, type SmsSender } from './sms.ts'

export const SMS_GATEWAYS = ['arkesel', 'hubtel', 'africastalking'] as const
export type SmsGatewayName = (typeof SMS_GATEWAYS)[number]

export interface GatewayOptions {
  /** API key, or the secret of Hubtel. */
  key: string
  /** User name of Africa's Talking, or the client id of Hubtel. */
  user: string
  /** Name or number that recipients see as the sender of an SMS. */
  sender: string
  /** Base URL of the gateway's HTTP API, if not the usual one. */
  url?: string | undefined
}

interface Request {
  path: string
  headers: Record<string, string>
  body: string
}

interface Protocol {
  base: string
  request(sms: SmsMessage, options: GatewayOptions): Request
  /**
   * Returns the id of a message if the gateway accepted it.
   * Returns undefined if the gateway refused it.
   */
  accepted(status: number, answer: unknown): { id?: string } | undefined
}

const JSON_TYPE = { 'Content-Type': 'application/json', Accept: 'application/json' }
const withoutPlus = (number: string) => number.slice(1)
const id = z.union([z.string(), z.number()]).transform(String)

const ArkeselAnswer = z.object({ status: z.literal('success'), data: z.array(z.object({ id })).optional() })
const HubtelAnswer = z.object({ status: z.literal(0), messageId: id.optional() })
const AfricasTalkingAnswer = z.object({
  SMSMessageData: z.object({
    Recipients: z.array(z.object({ statusCode: z.number(), messageId: id.optional() })).length(1),
  }),
})
/**
 * Africa's Talking's codes of acceptance: 100 processed, 101 sent, 102 queued.
 * Other codes are refusals.
 */
const AFRICASTALKING_ACCEPTED = [100, 101, 102]
const idOf = (known: string | undefined) => (known === undefined ? {} : { id: known })

const PROTOCOLS: Record<SmsGatewayName, Protocol> = {
  arkesel: {
    base: 'https://sms.arkesel.com',
    request: ({ to, text }, { key, sender }) => ({
      path: '/api/v2/sms/send',
      headers: { ...JSON_TYPE, 'api-key': key },
      body: JSON.stringify({ sender, message: text, recipients: [withoutPlus(to)] }),
    }),
    accepted(_, answer) {
      const { data } = ArkeselAnswer.safeParse(answer)
      return data && idOf(data.data?.[0]?.id)
    },
  },
  hubtel: {
    base: 'https://sms.hubtel.com',
    request: ({ to, text }, { key, user, sender }) => ({
      path: '/v1/messages/send',
      headers: { ...JSON_TYPE, Authorization: `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}` },
      body: JSON.stringify({ From: sender, To: withoutPlus(to), Content: text }),
    }),
    accepted(_, answer) {
      const { data } = HubtelAnswer.safeParse(answer)
      return data && idOf(data.messageId)
    },
  },
  africastalking: {
    base: 'https://api.africastalking.com',
    request: ({ to, text }, { key, user, sender }) => ({
      path: '/version1/messaging',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'application/json', apikey: key },
      body: new URLSearchParams({
        ...{ username: user, to, message: text, bulkSMSMode: '1' },
        ...(sender && { from: sender }),
      }).toString(),
    }),
    accepted(status, answer) {
      const recipient = AfricasTalkingAnswer.safeParse(answer).data?.SMSMessageData.Recipients[0]
      return status === 201 && recipient && AFRICASTALKING_ACCEPTED.includes(recipient.statusCode)
        ? idOf(recipient.messageId)
        : undefined
    },
  },
}

/** Time limit of a gateway's answer, in ms. */
const TIMEOUT_MS = 10_000
/** Codes of errors that occur before the request is sent, so the gateway cannot have received it. */
const NEVER_SENT = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

export function openSmsGateway(name: SmsGatewayName, options: GatewayOptions): SmsSender {
  const { base, request, accepted } = PROTOCOLS[name]
  return {
    async send(sms) {
      const { path, headers, body } = request(normalizeSms(sms), options)
      const answer = await post(`${options.url?.replace(/\/+$/, '') ?? base}${path}`, headers, body)
      const taken = answer.status < 300 ? accepted(answer.status, answer.body) : undefined
      if (taken) return taken
      // After status 5xx or an unreadable answer, the provider may still have accepted the SMS.
      const isUnknown = answer.status >= 500 || (answer.status < 300 && answer.body === undefined)
      throw new SmsNotAccepted(`${name} answered ${answer.status}`, { isUnknown })
    },
    forget: async () => {},
    close: async () => {},
  }
}

/**
 * Posts a request and returns the answer.
 * Throws SmsNotAccepted if the answer is missing or too large.
 */
async function post(url: string, headers: Record<string, string>, body: string) {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'Accept-Encoding': 'identity' },
      ...{ body, signal, redirect: 'error' },
    })
    return { status: response.status, body: parseJson(await readLimitedText(response)) }
  } catch (error) {
    const { cause } = error as { cause?: { code?: string } }
    const reason = cause?.code ?? (error as Error).name
    throw new SmsNotAccepted(reason, { isUnknown: !NEVER_SENT.has(reason) })
  }
}
