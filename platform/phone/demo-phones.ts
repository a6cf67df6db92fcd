/**
 * Phones of the demo's simulator.
 * Each phone has a number and a secret.
 * The secret allows calls from this number only.
 */
import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { getExample } from 'awesome-phonenumber'
import { LRUCache } from 'lru-cache'
import type { DemoPhone, DemoSms } from '#contract/phone/views.ts'
import type { SmsSender } from '../sms/sms.ts'
import { parseMobileNumber, regionCodeOf } from './e164.ts'

const MAX_PHONES = 200
const MAX_TEXTS = 20

export interface DemoPhones {
  /**
   * Creates a simulated phone with a number and a secret.
   * Above 200 phones, the least recently used one is removed.
   */
  open(country: string): DemoPhone
  /** Returns the phone number of the demo phone that has the given secret. */
  numberOf(secret: string): string | undefined
  /** Returns the SMS of the phone, oldest first. */
  textsOf(secret: string): DemoSms[]
  /**
   * Wraps an SMS sender.
   * SMS to demo phones never reach a gateway, because their numbers may exist.
   * With `isOutbox`, these SMS also go to the outbox.
   */
  arriving(sender: SmsSender, options: { isOutbox: boolean }): SmsSender
}

/** Creates the demo's phones, which end with the process. */
export function createDemoPhones(now: () => Date = () => new Date()): DemoPhones {
  const phones = new LRUCache<string, { number: string; texts: DemoSms[] }>({ max: MAX_PHONES })
  const ofNumber = (number: string) => [...phones.values()].find((phone) => phone.number === number)

  return {
    open(country) {
      const secret = randomBytes(32).toString('base64url')
      let number = freshNumber(country)
      for (let tries = 0; ofNumber(number) && tries < MAX_TRIES; tries++) number = freshNumber(country)
      phones.set(secret, { number, texts: [] })
      return { number, secret }
    },
    numberOf: (secret) => phones.get(secret)?.number,
    textsOf: (secret) => phones.get(secret)?.texts ?? [],
    arriving: (sender, { isOutbox }) => ({
      ...sender,
      async send(sms) {
        const phone = ofNumber(sms.to)
        if (!phone) return sender.send(sms)
        const { id = randomUUID() } = isOutbox ? await sender.send(sms) : {}
        phone.texts = [...phone.texts, { id, at: now().toISOString(), text: sms.text }].slice(-MAX_TEXTS)
        return { id }
      },
      async forget(number) {
        const phone = ofNumber(number)
        if (phone) phone.texts = []
        await sender.forget(number)
      },
    }),
  }
}

const DIGITS = 5
const MAX_TRIES = 1_000

/** Returns a random mobile number of this country, or of Ghana if the country is unknown. */
function freshNumber(country: string): string {
  const { e164 = '' } = getExample(regionCodeOf(country) ?? 'GH', 'mobile').number ?? {}
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const number = e164.slice(0, -DIGITS) + String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
    if (parseMobileNumber(number, country) === number) return number
  }
  return e164
}
