/** Tests that refusals and answers are in the request's language. */
import type { Server } from 'node:http'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Problem, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { toLitresValue } from '#contract/languages/values.ts'
import type { Principal, Tokens } from '../auth/tokens.ts'
import { WrongExpectedRevision } from '../event-store/event-store.ts'
import { createLog } from '../logging.ts'
import { type Handlers, mountApi } from './api.ts'
import { closeServer, createHttpServer, listenOnPort } from './server.ts'

const tokens = {
  verify: async (role: string) => (role ? ({ userId: 'u1', role } as Principal) : undefined),
} as Tokens
const log = createLog('test', 'silent')
let server: Server
let port: number

const handlers: Handlers = {
  archiveVehicle: async () => ({ message: msg`Vehicle archived successfully`, position: 1 }),
  refuel: async () => {
    const why = msg`The tank has room for only ${{ room: toLitresValue(1_500) }}.`
    return reject('bad-request', why, { liters_added: why })
  },
  deleteVehicle: async () => {
    throw new WrongExpectedRevision('fleet', 0)
  },
}

beforeAll(async () => {
  server = createHttpServer({
    log,
    health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
    mount: (app) => mountApi(app, handlers, { tokens, log, fingerprintKey: new Uint8Array(8) }),
  })
  port = await listenOnPort(server, 0, '127.0.0.1')
})
afterAll(() => closeServer(server, 0))

function ask(language: string, path: string, { method = 'POST', who = 'dispatcher', body = {} as object } = {}) {
  const headers = { Authorization: `Bearer ${who}`, 'Idempotency-Key': 'k', 'Accept-Language': language }
  return fetch(`http://127.0.0.1:${port}/api${path}`, { method, headers, body: JSON.stringify(body) })
}

const refuelling = { vehicle_id: 'T001', liters_added: 10, cost_per_liter: 1 }
/** Matches a text in the test language, which puts texts in square brackets. */
const PSEUDO = /^\[.*\]$/s

it.each([
  ['a decision', 400, '/fuel/vehicles/refuel', { body: refuelling }],
  ['an invalid field', 400, '/fuel/vehicles/refuel', { body: { ...refuelling, liters_added: 501 } }],
  ['a missing sign-in', 401, '/fuel/vehicles/refuel', { who: '', body: refuelling }],
  ['another role', 403, '/fuel/vehicles/refuel', { who: 'resident', body: refuelling }],
  ['an unknown address', 404, '/nowhere', {}],
  ['a conflict', 409, '/fuel/vehicles/T1', { method: 'DELETE' }],
] as const)('refuses in the language of the request: %s', async (_, status, path, call) => {
  const answer = await ask('en-XA, fr;q=0.5', path, call)
  const problem = (await answer.json()) as Problem
  expect(answer.status).toBe(status)
  expect([problem.message, ...Object.values(problem.errors ?? {})]).toSatisfy((texts: string[]) =>
    texts.every((text) => PSEUDO.test(text)),
  )
  expect(answer.headers.get('Content-Language')).toBe('en-XA')
  expect(answer.headers.get('Vary')).toContain('Accept-Language')
})

it('answers a command in the language of the request', async () => {
  const answer = await ask('en-XA', '/fuel/vehicles/T1/archive')
  expect(((await answer.json()) as Problem).message).toMatch(PSEUDO)
  expect(answer.headers.get('Content-Language')).toBe('en-XA')
})

it.each([
  ['', 'The tank has room for only 1,500\u00a0litres.'],
  ['*', 'The tank has room for only 1,500\u00a0litres.'],
  ['de, en;q=0.1', 'The tank has room for only 1,500\u00a0litres.'],
])('speaks English to %j', async (language, text) => {
  const answer = await ask(language, '/fuel/vehicles/refuel', { body: refuelling })
  expect(await answer.json()).toMatchObject({ message: text, errors: { liters_added: text } })
  expect(answer.headers.get('Content-Language')).toBe('en')
})
