/** Callback URLs of phone gateways: their parts, and a test call in the gateway's own format. */
import { PHONE_GATEWAYS, type PhoneGateway, USSD_ENDPOINTS } from '#contract/phone/gateways.ts'
import type { EndpointName } from '#contract/routes.ts'
import { lookUp } from '#domain/dictionary.ts'
import { API_PREFIX, urlOf } from '#web/lib/api/request.ts'

export type CallbackUse = 'ussd' | 'sms' | 'delivery'

/**
 * Returns the URLs that the operator enters in the gateway's settings.
 * `origin` is the address of this installation.
 */
export function callbackUrls(
  gateway: PhoneGateway,
  secret: string,
  origin: string,
): { use: CallbackUse; url: string }[] {
  const url = (name: EndpointName) => origin + urlOf(name, { id: secret })
  const ussd = { use: 'ussd' as const, url: url(USSD_ENDPOINTS[gateway]) }
  if (gateway !== 'africastalking') return [ussd]
  return [ussd, { use: 'sms', url: url('smsAfricasTalking') }, { use: 'delivery', url: url('deliveryAfricasTalking') }]
}

const PATH = new RegExp(`^${API_PREFIX}/phone/ussd/(${PHONE_GATEWAYS.join('|')})/[\\w-]{20,100}$`)

/** Reasons why a URL cannot be called. */
export type UrlFault = 'not-a-url' | 'other-path' | 'other-server'

/** Returns the gateway that belongs to a USSD callback URL of this installation, or the fault of the URL. */
export function gatewayOfUrl(
  text: string,
  origin: string,
): { gateway: PhoneGateway; url: string } | { fault: UrlFault } {
  const url = URL.parse(text.trim())
  if (!url) return { fault: 'not-a-url' }
  if (url.origin !== origin) return { fault: 'other-server' }
  const gateway = PHONE_GATEWAYS.find((known) => known === PATH.exec(url.pathname)?.[1])
  return gateway ? { gateway, url: url.href } : { fault: 'other-path' }
}

/** Example number in Ghana. A call that only dials, without an input, changes nothing. */
const NUMBER = '233231234567'

interface TestCallFormat {
  type: string
  body(session: string): string
  /** Returns the text of the phone's screen from an answer; undefined if the answer has none. */
  read(answer: string): string | undefined
}

const json = (fields: object) => JSON.stringify(fields)

/** Returns a function that reads one field of a JSON answer. */
const field = (name: string) => (answer: string) => {
  try {
    const text = lookUp(JSON.parse(answer) as Record<string, unknown>, name)
    return typeof text === 'string' ? text : undefined
  } catch {
    // The answer is not in the gateway's format; the dialog says so.
    return undefined
  }
}

/** For each gateway, a test request to the callback URL: a caller who dials the service code. */
export const TEST_CALLBACK_FORMATS: Record<PhoneGateway, TestCallFormat> = {
  arkesel: {
    type: 'application/json',
    body: (sessionID) => json({ sessionID, userID: 'test', newSession: true, msisdn: NUMBER, userData: '*' }),
    read: field('message'),
  },
  hubtel: {
    type: 'application/json',
    body: (SessionId) => json({ SessionId, Mobile: NUMBER, Type: 'Initiation', Message: '*', Sequence: 1 }),
    read: field('Message'),
  },
  nalo: {
    type: 'application/json',
    body: (SESSIONID) => json({ SESSIONID, USERID: 'test', MSISDN: NUMBER, USERDATA: '*', MSGTYPE: true }),
    read: field('MSG'),
  },
  africastalking: {
    type: 'application/x-www-form-urlencoded',
    body: (sessionId) => new URLSearchParams({ sessionId, phoneNumber: `+${NUMBER}`, text: '' }).toString(),
    read: (answer) => /^(?:CON|END) ([\s\S]*)$/.exec(answer)?.[1],
  },
}

export interface TestCallbackAnswer {
  /** HTTP status of the answer; 0 if there was none. */
  status: number
  screen?: string
}

/** Sends a callback to the URL as the gateway does when a person dials. */
export async function sendTestCallback(
  gateway: PhoneGateway,
  url: string,
  session: string,
): Promise<TestCallbackAnswer> {
  const { type, body, read } = TEST_CALLBACK_FORMATS[gateway]
  try {
    const headers = { 'Content-Type': type }
    const answer = await fetch(url, { method: 'POST', headers, body: body(session), credentials: 'omit' })
    const screen = read(await answer.text())
    return { status: answer.status, ...(screen !== undefined && { screen }) }
  } catch {
    // No answer came; the dialog says so.
    return { status: 0 }
  }
}
