/**
 * Tests that our server and another USSD library read the gateways' callbacks alike.
 * Also tests hostile callbacks.
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express, { type Request, type Response } from 'express'
import fc from 'fast-check'
import UssdMenu from 'ussd-builder'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LOCALES } from '#contract/languages/locales.ts'
import { PHONE_GATEWAYS, type PhoneGateway } from '#contract/phone/gateways.ts'
import * as texts from '#contract/phone/screens.ts'
import { MAX_USSD_SEPTETS, septetsOf, toGsm7 } from '#domain/gsm7.ts'
import { walkUssdMenu } from '#domain/ussd-menu.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
import { GATEWAY_CALLBACKS, openPhoneServer } from './phone-server.ts'

const AMA = '+233244123456'
let server: Awaited<ReturnType<typeof openPhoneServer>>
beforeAll(async () => {
  server = await openPhoneServer()
})
afterAll(() => server.close())

const PROVIDERS: Record<PhoneGateway, string> = {
  arkesel: 'arkesel',
  hubtel: 'hubtel',
  nalo: 'nalo',
  africastalking: 'africasTalking',
}

interface OtherReading {
  args: { sessionId: string; phoneNumber: string; text: string }
  result: string | Record<string, unknown>
  mapArgs(args: object): void
  con(text: string): void
  end(text: string): void
}

const otherReading = (gateway: PhoneGateway) =>
  new (UssdMenu as unknown as new (options: object) => OtherReading)({ provider: PROVIDERS[gateway] })

const fieldsOf = (gateway: PhoneGateway, body: string): Record<string, unknown> =>
  gateway === 'africastalking' ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body)

/** The gateways' libraries spell enumeration values in different letter case. */
const inLowerCase = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value)

describe.each(PHONE_GATEWAYS)('%s', (gateway) => {
  it.each([
    ['continues', []],
    ['ends', ['2']],
  ])('is read alike by another library when a session %s', async (_, inputs) => {
    const session = `other ${inputs.length}`
    const other = otherReading(gateway)
    other.mapArgs(fieldsOf(gateway, GATEWAY_CALLBACKS[gateway].body(session, AMA, inputs)))
    // For Nalo, the compared library takes the phone number as session id.
    // Older callbacks required this.
    expect(other.args.sessionId).toBe(gateway === 'nalo' ? AMA.slice(1) : session)
    expect(other.args.phoneNumber.replace(/^\+/, '')).toBe(AMA.slice(1))
    if (inputs.length > 0) expect(other.args.text).toBe('2')
    const { message, text, continues } = await server.session(gateway, session, AMA, inputs)
    if (continues) other.con(message)
    else other.end(message)
    if (typeof other.result === 'string') return expect(text).toBe(other.result)
    const ours: Record<string, unknown> = JSON.parse(text)
    for (const [name, value] of Object.entries(other.result)) {
      if (/msisdn/i.test(name)) expect(String(value).replace(/^\+/, '')).toBe(ours[name])
      else expect(inLowerCase(ours[name]), name).toEqual(inLowerCase(value))
    }
  })

  it('answers whatever comes with 200 and a screen', async () => {
    const input = fc.oneof(
      fc.constantFrom('', '0', '1', '2', '3', '4', '11', '12', '99', '__proto__'),
      fc.string({ unit: 'binary', maxLength: 60 }),
    )
    const number = fc.oneof(fc.constantFrom(AMA, '+233201234567', 'anonymous', ''), fc.string({ maxLength: 30 }))
    const session = fc.constantFrom('f1', 'f2', 'f3')
    const calls = fc.record({ session, number, inputs: fc.array(input, { maxLength: 6 }) })
    await fc.assert(
      fc.asyncProperty(calls, async ({ session: name, number: caller, inputs }) => {
        const { status, message } = await server.dial(gateway, name, caller, inputs)
        expect(status).toBe(200)
        expect(toGsm7(message)).toBe(message)
        expect(septetsOf(message)).toBeLessThanOrEqual(MAX_USSD_SEPTETS)
      }),
      { numRuns: 60 },
    )
    const raw = fc.oneof(
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
      fc.json(),
    )
    await fc.assert(
      fc.asyncProperty(raw, async (body) => {
        expect((await server.post(gateway, body)).status).toBe(200)
      }),
      { numRuns: 60 },
    )
  })
})

/**
 * Imitates the callback handler of `africastalking` 0.8.3 (MIT, lib/ussd.js).
 * It reads a flat form and answers 200, text/plain.
 * The answer is CON or END, one space and the text.
 * The package is not installed because of its 67 dependencies (15 MB).
 */
const otherHandler = (answer: { response: string; endSession: boolean }) =>
  [
    express.urlencoded({ extended: false }),
    (request: Request, response: Response) => {
      response.contentType('text/plain')
      response.status(200).send(`${answer.endSession ? 'END ' : 'CON '}${answer.response}`)
      seen.push(request.body)
    },
  ] as const
const seen: unknown[] = []

it.each([
  ['continues', []],
  ['ends', ['2']],
])("answers Africa's Talking as its own library does when a session %s", async (_, inputs) => {
  const body = GATEWAY_CALLBACKS.africastalking.body(`handler ${inputs.length}`, AMA, inputs)
  const ours = await server.post('africastalking', body)
  const text = await ours.text()
  const { message, continues } = GATEWAY_CALLBACKS.africastalking.read(text)
  const app = express()
  app.post('/', ...otherHandler({ response: message, endSession: !continues }))
  const other = app.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  const theirs = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body })
  expect([ours.status, text]).toEqual([theirs.status, await theirs.text()])
  expect(ours.headers.get('Content-Type')).toBe(theirs.headers.get('Content-Type'))
  expect(seen.at(-1)).toEqual({
    ...{ sessionId: `handler ${inputs.length}`, phoneNumber: AMA, networkCode: '62001' },
    ...{ serviceCode: '*928*01#', text: inputs.join('*') },
  })
  await new Promise((resolve) => other.close(resolve))
})

it('fits every screen of every language', () => {
  const choices = Array.from({ length: 7 }, (_, n) => ({
    key: String(11 + n),
    label: `A zone with a very long name ${n}`,
  }))
  const shown = ['main', 'name', 'given-up'] as const
  for (const locale of LOCALES)
    for (const isWrong of [false, true]) {
      const rendering = { translate: translatorOf(locale), isWrong }
      const screens = [
        ...shown.map((shows) => texts.renderUssdScreen({ shows }, rendering)),
        ...(['zones', 'languages'] as const).map((shows) => texts.renderUssdScreen({ shows, choices }, rendering)),
        texts.renderUssdScreen({ shows: 'main', withTexts: true }, rendering),
        texts.renderUssdScreen({ shows: 'languages', choices, texts: { on: '17', off: '18' } }, rendering),
      ]
      for (const screen of screens) expect(septetsOf(screen), screen).toBeLessThanOrEqual(MAX_USSD_SEPTETS)
      expect(screens[3]?.match(/^\d\d /gm)).toHaveLength(7)
    }
})

it('says every sentence of every language whole and in letters of phones', () => {
  const [zone, timeZone, at, reference] = [
    'La Nkwantanang Madina',
    'Africa/Accra',
    '2026-12-30T12:00:00.000Z',
    'R-4K7M-9XPC',
  ]
  const about = { timeZone, at, reference }
  const sentences = [
    ...Object.values(texts.USSD_SESSION_END_MESSAGES),
    texts.createBinReportedMessage(zone, reference),
    texts.createReportReopenedMessage(reference),
    texts.createReportWaitingMessage(about),
    texts.createTruckUnderWayMessage(about),
    texts.createReportCollectedMessage(about),
    texts.createNextCollectionMessage(zone, timeZone, at, at),
    texts.createNoCollectionMessage(zone),
  ]
  const questions = (text: string) => text.split('?').length
  for (const locale of LOCALES) {
    const translate = translatorOf(locale)
    for (const sentence of sentences.map(translate)) {
      expect(septetsOf(toGsm7(sentence)), sentence).toBeLessThanOrEqual(MAX_USSD_SEPTETS)
      expect(questions(toGsm7(sentence)), sentence).toBe(questions(sentence))
    }
    for (const isWrong of [false, true])
      for (const shows of ['main', 'name', 'given-up'] as const)
        expect(texts.renderUssdScreen({ shows }, { translate, isWrong })).not.toContain('...')
    const known = { isKnown: true, zones: [], languages: LOCALES }
    for (const inputs of [[], ['0']]) {
      const { next } = walkUssdMenu(inputs, known)
      if ('does' in next) throw new Error('it is a screen')
      expect(texts.renderUssdScreen(next, { translate, isWrong: false })).not.toContain('...')
    }
  }
})
