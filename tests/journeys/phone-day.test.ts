/**
 * Tests a phone's day on a running server, as each gateway calls it.
 * Steps: report, dispatcher's screen, schedule, collection, 'not collected', claim on the web, erasure.
 * No phone number remains in files, logs, traces or metrics.
 */
import { readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import type { Locale } from '#contract/languages/locales.ts'
import { msg } from '#contract/languages/message.ts'
import { PHONE_GATEWAYS, type PhoneGateway } from '#contract/phone/gateways.ts'
import * as screens from '#contract/phone/screens.ts'
import { toGsm7 } from '#domain/gsm7.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { readFilesBelow, readLatin1Content } from '../fixtures/read-folder.ts'
import { call, SEEDED_IDENTIFIERS, sendRequest, signIn } from './api-client.ts'
import { createDrivers, requireSuccessBody } from './drivers.ts'
import { createFeedClient, type FeedClient } from './feed-client.ts'
import { GATEWAY_CALLBACKS } from './phone-server.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

const ZONE = 'Ablekuma North'
const PASSWORD = 'a rather good password'
const METRICS_TOKEN = 'the token of the metrics'

interface Person {
  gateway: PhoneGateway
  number: string
  locale: Locale
  /** Inputs with which the person makes the first report. */
  report: string[]
}
/**
 * Test persons, one for each phone gateway.
 * The second person reads Twi.
 */
const PEOPLE: Person[] = PHONE_GATEWAYS.map((gateway, n) => ({
  gateway,
  number: `+23324${n}987654`,
  locale: n === 1 ? 'ak' : 'en',
  report: n === 1 ? ['0', '13', '1', '11', 'Kofi'] : ['1', '11', 'Ama'],
}))
const DIGITS = new RegExp(PEOPLE.map(({ number }) => number.slice(4)).join('|'))

let app: RunningApp
let collector: Server
let board: FeedClient
let city: Awaited<ReturnType<typeof createDrivers>>
let output = ''
const traces: string[] = []
const secrets = new Map<PhoneGateway, string>()

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    traces.push(`${request.url} ${await text(request)}`)
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  app = await startWasteSense({
    env: { SEED: 'demo', LOG_LEVEL: 'debug', METRICS_TOKEN, OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` },
    output: (more) => {
      output += more
    },
  })
  city = await createDrivers(app)
  board = createFeedClient(app.url, city.dispatcher, ['active-reports'])
  await board.come()
  for (const id of PHONE_GATEWAYS) {
    const { secret } = await requireSuccessBody(call(app, 'createGatewaySecret', { token: city.admin, id, body: {} }))
    secrets.set(id, secret)
  }
})
afterAll(async () => {
  board?.leave()
  await app?.clear()
  collector?.closeAllConnections()
  collector?.close()
})

let sessions = 0

/** Posts a callback as the gateway does. */
async function post(gateway: PhoneGateway, body: string, secret = secrets.get(gateway) ?? '') {
  const { endpoint, type } = GATEWAY_CALLBACKS[gateway]
  const headers = { 'Content-Type': type }
  const address = `${app.url}/api${endpoints[endpoint].path.replace(':id', encodeURIComponent(secret))}`
  const response = await fetch(address, { method: 'POST', headers, body })
  return { status: response.status, text: await response.text() }
}

/**
 * Simulates a USSD call that dials and sends each input.
 * Repeats each callback.
 * Returns the last screen.
 */
async function dial({ gateway, number }: Person, inputs: readonly string[]): Promise<string> {
  const { body, read } = GATEWAY_CALLBACKS[gateway]
  const session = `day ${++sessions}`
  let message = ''
  for (let count = 0; count <= inputs.length; count++)
    for (let time = 0; time < 2; time++) {
      const { status, text: answer } = await post(gateway, body(session, number, inputs.slice(0, count)))
      expect(status).toBe(200)
      message = read(answer).message
    }
  return message
}

interface Board {
  id: string
  via?: string
  userName?: string
  status: string
}
const reports = () => Object.values(board.rows('active-reports')) as unknown as Board[]
const byPhone = () => reports().filter(({ via }) => via === 'phone')

const outbox = () => path.join(app.dataDir, 'outbox')
const texts = (number: string): string[] =>
  readdirSync(outbox())
    .filter((name) => name.endsWith('.sms'))
    .sort()
    .map((name) => readLatin1Content(path.join(outbox(), name)))
    .flatMap((content) => (content === undefined ? [] : JSON.parse(content)))
    .filter(({ to }) => to === number)
    .map(({ text: own }) => own)

/** Returns a translated text up to its first placeholder, as it appears in an SMS or on a phone menu. */
const beginning = (locale: Locale, message: Parameters<ReturnType<typeof translatorOf>>[0]) =>
  toGsm7(translatorOf(locale)(message)).split('%')[0] ?? ''

/**
 * Returns every place in which a phone number is found.
 * Searches files (except those that match `but`), file names, log lines, traces and metrics.
 */
async function findNumbers(but: RegExp = /^$/): Promise<string[]> {
  // Waits until a new batch of traces arrives.
  // It follows the traces of all earlier calls.
  const before = traces.length
  await eventually(async () => {
    await call(app, 'demoAccounts')
    expect(traces.length).toBeGreaterThan(before)
  })
  const found = readFilesBelow(app.dataDir).flatMap(({ name, file, content }) => {
    if (DIGITS.test(name)) return [`name of ${name}`]
    return !but.test(name) && DIGITS.test(content) ? [file] : []
  })
  const metrics = await sendRequest(app, 'get', '/metrics', { token: METRICS_TOKEN })
  expect(metrics.status).toBe(200)
  const others = { log: output, traces: traces.join('\n'), metrics: metrics.text }
  for (const [what, content] of Object.entries(others)) {
    expect(content.length, what).toBeGreaterThan(0)
    if (DIGITS.test(content)) found.push(what)
  }
  for (const secret of secrets.values())
    for (const [what, content] of Object.entries(others)) if (content.includes(secret)) found.push(`secret in ${what}`)
  return found
}

describe('a day of the phone', () => {
  it('brings reports of all gateways to the board, and confirms them by SMS', async () => {
    for (const person of PEOPLE) {
      const said = await dial(person, person.report)
      expect(said.startsWith(beginning(person.locale, screens.createBinReportedMessage('%', '%')))).toBe(true)
      expect(said).toContain('R-')
    }
    await eventually(() => expect(byPhone()).toHaveLength(PEOPLE.length))
    for (const { number, locale } of PEOPLE) {
      const confirmation = msg`Your bin in ${{ zone: '%' }} is reported full. Reference: ${{ reference: '%' }}.`
      await eventually(() => expect(texts(number)).toHaveLength(1))
      expect(texts(number)[0]?.startsWith(beginning(locale, confirmation))).toBe(true)
    }
  })

  it('tells people by SMS of the schedule and the collection', async () => {
    const schedule = await city.plan(ZONE, await city.newTruck())
    for (const { number } of PEOPLE) await eventually(() => expect(texts(number)).toHaveLength(2))
    await requireSuccessBody(
      call(app, 'changeSchedule', { token: city.dispatcher, id: schedule, body: { status: 'cancelled' } }),
    )
    for (const { id } of byPhone())
      await requireSuccessBody(call(app, 'markReport', { token: city.dispatcher, id, body: { status: 'collected' } }))
    await eventually(() => expect(byPhone()).toHaveLength(0))
    for (const { number, locale } of PEOPLE) {
      const collected = beginning(locale, msg`Your bin was collected. Thank you for keeping ${{ zone: '%' }} clean.`)
      await eventually(() => expect(texts(number).some((own) => own.startsWith(collected))).toBe(true))
    }
  })

  it('puts a bin that was not collected back on the board', async () => {
    for (const person of PEOPLE)
      expect(await dial(person, ['4'])).toMatch(
        new RegExp(`^${beginning(person.locale, screens.createReportReopenedMessage('%')).replace(/[.?]/g, '\\$&')}`),
      )
    await eventually(() => expect(byPhone()).toHaveLength(PEOPLE.length))
  })

  it('reads SMS of people, and says nothing of a number to others', async () => {
    const person = PEOPLE.find(({ gateway }) => gateway === 'africastalking') as Person
    const form = (name: 'smsAfricasTalking' | 'deliveryAfricasTalking', fields: Record<string, string>) =>
      fetch(`${app.url}/api${endpoints[name].path.replace(':id', secrets.get('africastalking') ?? '')}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams(fields),
      })
    const before = texts(person.number).length
    expect((await form('smsAfricasTalking', { from: person.number, text: 'STATUS', id: 'in 1' })).status).toBe(200)
    await eventually(() => expect(texts(person.number).length).toBe(before + 1))
    // Sends callbacks with the phone number in every field that the server must not store.
    const { number } = person
    const failed = { id: number, status: 'Failed', failureReason: number, phoneNumber: number }
    await form('deliveryAfricasTalking', failed)
    await form('smsAfricasTalking', { from: number, text: number, id: number })
    for (const gateway of PHONE_GATEWAYS) {
      const { body } = GATEWAY_CALLBACKS[gateway]
      await post(gateway, body(number, number, [number, '1', number]))
      await post(gateway, number)
      await post(gateway, `{"sessionID":"${number}","msisdn":["${number}"]}`)
      expect((await post(gateway, body('x', number, []), number)).status).toBe(404)
    }
    for (const name of ['signIn', 'requestClaimCode', 'claimByPhone'] as const)
      await call(app, name, { body: { phone: number, email: number, password: number, code: '1' } })
    expect(await findNumbers(/\.sms(\.part)?$/)).toEqual([])
  })

  it('gives the account to its owner on the web, with all of it, and erases it without a trace', async () => {
    for (const { number, gateway } of PEOPLE) {
      await requireSuccessBody(call(app, 'requestClaimCode', { body: { phone: number } }))
      const isCode = (own: string) => /\d{6}/.test(own) && /WasteSense/.test(own)
      const code = await eventually(() => /\d{6}/.exec(texts(number).find(isCode) ?? '')?.[0] ?? Promise.reject())
      const email = `owner.${gateway}@example.com`
      const claimed = await requireSuccessBody(
        call(app, 'claimByPhone', { body: { phone: number, code, email, password: PASSWORD } }),
      )
      const { token, user } = claimed
      const data = await call(app, 'ownData', { token })
      expect(data.status, data.text).toBe(200)
      const own = JSON.parse(data.text)
      expect(own.account.sign_in_phone).toBe(number)
      expect(own.reports).toHaveLength(2)
      expect(own.sent_by_sms.length).toBeGreaterThan(2)
      await requireSuccessBody(call(app, 'deleteAccount', { token, id: user.id, body: { password: PASSWORD } }))
      expect(texts(number)).toEqual([])
    }
    // The reported bins are still full, but the reports no longer name the erased residents.
    await eventually(() => expect(JSON.stringify(byPhone())).not.toMatch(/Ama|Kofi/))
    expect(await findNumbers()).toEqual([])
    const { body } = await call(app, 'adminUsers', {
      token: await signIn(app, SEEDED_IDENTIFIERS.admin),
      query: 'limit=100',
    })
    expect(JSON.stringify(body)).not.toMatch(DIGITS)
  })
})
