/**
 * Generates and sends gateway callbacks, most of them broken.
 * Equal seeds give equal callbacks.
 */
import fc from 'fast-check'
import { endpoints } from '#contract/endpoints.ts'
import { PHONE_GATEWAYS, type PhoneGateway } from '#contract/phone/gateways.ts'
import { GATEWAY_CALLBACKS } from './phone-server.ts'

export interface FuzzedCallback {
  method: string
  path: string
  type: string
  body: string | Uint8Array<ArrayBuffer>
}

const text = fc.oneof(
  fc.constantFrom('', '0', '1', '2', '3', '4', '11', '12', '99', '1*2', '*', '__proto__', 'null', '\u0000', '\ud800'),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ minLength: 150, maxLength: 400 }),
)
const PEOPLE = 2_000
const numberOf = (n: number) => `+23324${String(4_100_000 + n * 37)}`
const badNumber = fc.oneof(
  fc.constantFrom('', '0', '+', 'anonymous', '024 412 3456', '+1'.repeat(20), '233244123456/'),
  fc.string({ unit: 'binary', maxLength: 20 }),
)
/**
 * Generates callers with a session id and a number.
 * Most are a few people with one session each.
 * Thus many callbacks concern the same session.
 */
const caller = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.nat({ max: PEOPLE - 1 }).map((n) => ({ session: `s${n}`, number: numberOf(n) })),
  },
  fc.record({ session: fc.string({ maxLength: 90 }), number: badNumber }),
)
const number = caller.map(({ number: own }) => own)
const session = caller.map(({ session: own }) => own)
const inputs = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom<readonly string[]>(
      [],
      ['1'],
      ['1', '11'],
      ['1', '11', '0'],
      ['2'],
      ['3'],
      ['4'],
      ['0', '12'],
    ),
  },
  fc.array(text, { maxLength: 8 }),
)

const noise = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '1e999',
    '{"sessionID":{}}',
    'sessionId[]=1&&&=',
    'a=%',
    '='.repeat(99),
  ),
  fc.constantFrom('['.repeat(4_000), 'x'.repeat(9_000), 'f=1&'.repeat(60), 'text=%ff%00'),
  fc.json(),
  fc.uint8Array({ maxLength: 600 }).map((bytes) => new Uint8Array(bytes)),
)
const types = fc.constantFrom(
  'application/json',
  'application/x-www-form-urlencoded',
  'text/plain',
  'multipart/form-data',
  'application/json; charset=utf-16',
  '',
)

const pathOf = (name: keyof typeof endpoints, secret: string) => `/api${endpoints[name].path.replace(':id', secret)}`

/**
 * Generates plausible callbacks.
 * Some have one field replaced by any JSON.
 */
const sensible = (gateway: PhoneGateway, secret: string): fc.Arbitrary<FuzzedCallback> =>
  fc
    .record({
      caller,
      inputs,
      damage: fc.option(fc.tuple(fc.nat({ max: 7 }), fc.jsonValue()), { freq: 4 }),
    })
    .map(({ caller: { session: id, number: from }, inputs: chosen, damage }) => {
      const { endpoint, type, body } = GATEWAY_CALLBACKS[gateway]
      const sent = body(id, from, chosen)
      const about = { method: 'POST', path: pathOf(endpoint, secret), type }
      if (!damage || gateway === 'africastalking') return { ...about, body: sent }
      const fields: Record<string, unknown> = JSON.parse(sent)
      const name = Object.keys(fields)[damage[0]]
      if (name !== undefined) fields[name] = damage[1]
      return { ...about, body: JSON.stringify(fields) }
    })

const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

/**
 * Returns a fast-check arbitrary of callbacks.
 * Most of them contain one of the given secrets.
 */
export function fuzzedCallbackArbitrary(secrets: ReadonlyMap<PhoneGateway, string>): fc.Arbitrary<FuzzedCallback> {
  const secretOf = (gateway: PhoneGateway) => secrets.get(gateway) ?? ''
  const ussd = PHONE_GATEWAYS.map((gateway) => GATEWAY_CALLBACKS[gateway].endpoint)
  const all = [...ussd, 'smsAfricasTalking', 'deliveryAfricasTalking'] as const
  const path = fc
    .record({
      name: fc.constantFrom(...all),
      secret: fc.oneof(
        { weight: 5, arbitrary: fc.constantFrom(...PHONE_GATEWAYS.map(secretOf)) },
        fc.string({ maxLength: 90 }).map(encodeURIComponent),
      ),
    })
    .map(({ name, secret }) => pathOf(name, secret || 'none'))
  const broken = fc.record({
    method: fc.constantFrom('POST', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE'),
    path,
    type: types,
    body: noise,
  })
  const type = 'application/x-www-form-urlencoded'
  const ofAfrica = (name: 'smsAfricasTalking' | 'deliveryAfricasTalking') => ({
    ...{ method: 'POST', type },
    path: pathOf(name, secretOf('africastalking')),
  })
  const sms = fc
    .record({ from: number, text: fc.oneof(fc.constantFrom('FULL', 'STATUS', 'stop', 'YAAY'), text), id: session })
    .map((fields): FuzzedCallback => ({ ...ofAfrica('smsAfricasTalking'), body: form(fields) }))
  const delivery = fc
    .record({
      id: session,
      status: fc.oneof(fc.constantFrom('Failed', 'Rejected', 'Success'), text),
      failureReason: text,
    })
    .map((fields): FuzzedCallback => ({ ...ofAfrica('deliveryAfricasTalking'), body: form(fields) }))
  return fc.oneof(
    ...PHONE_GATEWAYS.map((gateway) => ({ weight: 3, arbitrary: sensible(gateway, secretOf(gateway)) })),
    { weight: 3, arbitrary: broken },
    sms,
    delivery,
  )
}

export interface FuzzResult {
  calls: number
  /** Number of answers by HTTP status. */
  statuses: Record<string, number>
  /** Number of calls that got no answer. */
  unanswered: number
  /**
   * The first faulty answers to simulated gateways.
   * An answer is faulty with status 5xx, if it is missing, or with an unexpected USSD status.
   * USSD allows only 200 and 404.
   */
  faults: string[]
  tookMs: number[]
}

const MAX_FAULTS = 10

/**
 * Sends batches of random phone gateway calls until `isOver`, `concurrent` calls at a time.
 * Each batch has its own random seed.
 */
export async function fuzzPhone({
  url,
  secrets,
  isOver,
  concurrent,
  seed,
  batch = 100,
  pauseMs = 0,
}: {
  url: string
  secrets: ReadonlyMap<PhoneGateway, string>
  isOver: (calls: number) => boolean
  concurrent: number
  seed: number
  batch?: number
  pauseMs?: number
}): Promise<FuzzResult> {
  const arbitrary = fuzzedCallbackArbitrary(secrets)
  const result: FuzzResult = { calls: 0, statuses: {}, unanswered: 0, faults: [], tookMs: [] }
  const paths = PHONE_GATEWAYS.map((gateway) => pathOf(GATEWAY_CALLBACKS[gateway].endpoint, secrets.get(gateway) ?? ''))

  async function send(call: FuzzedCallback, batchSeed: number): Promise<void> {
    const { method, path, type, body } = call
    const began = performance.now()
    const fault = (what: string) => {
      const shown = typeof body === 'string' ? body.slice(0, 300) : Buffer.from(body).toString('base64')
      // Shows only the start of the path, because the secret in the path is long.
      // In a test, the secret is not confidential.
      if (result.faults.length < MAX_FAULTS)
        result.faults.push(`${what}: seed ${batchSeed}: ${method} ${path.slice(0, 40)} ${type} ${shown}`)
    }
    result.calls += 1
    try {
      const headers: Record<string, string> = type ? { 'Content-Type': type } : {}
      const response = await fetch(url + path, { method, headers, body })
      await response.arrayBuffer()
      const { status } = response
      result.statuses[status] = (result.statuses[status] ?? 0) + 1
      const isUssd = method === 'POST' && paths.includes(path)
      if (status >= 500 || (isUssd && status !== 200)) fault(String(status))
    } catch (error) {
      result.unanswered += 1
      fault(String(((error as Error).cause as Error | undefined)?.message ?? error))
    }
    result.tookMs.push(performance.now() - began)
  }

  let next = seed
  async function work(): Promise<void> {
    while (!isOver(result.calls)) {
      const own = next++
      for (const call of fc.sample(arbitrary, { numRuns: batch, seed: own })) {
        if (isOver(result.calls)) return
        await send(call, own)
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs))
      }
    }
  }
  await Promise.all(Array.from({ length: concurrent }, work))
  return result
}
