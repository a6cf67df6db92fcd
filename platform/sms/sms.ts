/** SMS port: sends a message through a gateway or into a folder. */
import { toGsm7 } from '#domain/gsm7.ts'

export interface SmsMessage {
  /** Recipient's number in E.164, such as `+233244123456`. */
  to: string
  text: string
}

/**
 * Sends SMS. The rules are numbered; the conformance suite quotes them.
 *
 * - SM1 After `send` the gateway has accepted the message, or it is complete on disk.
 * - SM2 Sender, number and text arrive; the text is folded into the alphabet of SMS.
 * - SM3 Nothing is sent to what is not a single number in E.164.
 * - SM4 `send` rejects if the message was not accepted; the error has neither number, text nor key.
 * `isUnknown` is set if
 *       the gateway may have the message: it fell silent, or its answer can't be read.
 * - SM5 After `forget` no SMS to that number is stored here.
 * What a gateway has is unaffected.
 * - SM6 `send` returns the gateway's id of the message, if it gives one; delivery reports name it.
 */
export interface SmsSender {
  send(sms: SmsMessage): Promise<{ id?: string }>
  forget(number: string): Promise<void>
  close(): Promise<void>
}

/**
 * Thrown if the gateway did not accept or confirm a message.
 * The error omits the gateway's reply, because the reply may contain the phone number.
 */
export class SmsNotAccepted extends Error {
  readonly isUnknown: boolean

  constructor(reason: string, { isUnknown = false } = {}) {
    super(`the SMS was ${isUnknown ? 'not confirmed' : 'refused'}: ${reason}`)
    this.name = 'SmsNotAccepted'
    this.isUnknown = isUnknown
  }
}

const E164 = /^\+[1-9]\d{6,14}$/

/**
 * Returns the message with its text converted to the SMS alphabet (GSM 7-bit).
 * Throws SmsNotAccepted unless `to` is exactly one number in E.164.
 */
export function normalizeSms({ to, text }: SmsMessage): SmsMessage {
  if (!E164.test(to)) throw new SmsNotAccepted('the number is not in E.164')
  return { to, text: toGsm7(text) }
}
