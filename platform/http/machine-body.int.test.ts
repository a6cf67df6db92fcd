/**
 * Tests requests of phone gateways: forms, query parameters, plain text answers and limits.
 * Also tests secrets in paths, and error formats.
 */
import type { Server } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Tokens } from '../auth/tokens.ts'
import { createLog } from '../logging.ts'
import { type Handlers, mountApi } from './api.ts'
import { createFormReader, createJsonReader, GATEWAY_BODY_OPTIONS, readQueryAsBody } from './json-body.ts'
import { rejectionOf, rejectUnexpectedError } from './problems.ts'
import { closeServer, createHttpServer, listenOnPort } from './server.ts'

const log = createLog('test', 'silent')
const failed = { reads: false, repeatable: false, outcome: 'nothing-saved' } as const
let server: Server
let url: string
afterEach(() => closeServer(server, 0))

const seen: string[] = []
beforeEach(async () => {
  const handlers: Handlers = {
    ussdAfricasTalking: async ({ body: { text = '' } }) => {
      if (text === 'break') throw new Error('broken')
      return `CON ${text}`
    },
    ussdArkesel: async ({ body: { sessionID, msisdn, userData = '' } }) => ({
      ...{ sessionID, msisdn, userID: '', message: userData, continueSession: true },
    }),
  }
  const readers = {
    form: createFormReader(8_192, GATEWAY_BODY_OPTIONS),
    json: createJsonReader(8_192, GATEWAY_BODY_OPTIONS),
    query: readQueryAsBody,
  }
  server = createHttpServer({
    log,
    health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
    mount(app) {
      mountApi(app, handlers, {
        tokens: {} as Tokens,
        log,
        fingerprintKey: new Uint8Array(8),
        async knowsSecret(name, secret) {
          seen.push(name)
          return secret === 'right'
        },
        failures: { ussdAfricasTalking: ({ rejected }) => `END ${rejected}` },
      })
      for (const [name, read] of Object.entries(readers))
        app.post(`/${name}`, async (request, response) => {
          try {
            response.json((await read(request, response)) ?? request.body)
          } catch (error) {
            response.json(rejectionOf(error, failed) ?? rejectUnexpectedError(failed))
          }
        })
    },
  })
  url = `http://127.0.0.1:${await listenOnPort(server, 0, '127.0.0.1')}`
})

const send = async (path: string, body: string, type = 'text/plain') => {
  const response = await fetch(url + path, { method: 'POST', body, headers: { 'Content-Type': type } })
  return { status: response.status, type: response.headers.get('Content-Type'), text: await response.text() }
}
const fields = (count: number) => Array.from({ length: count }, (_, n) => `f${n}=1`).join('&')

it('reads a form whatever its Content-Type says, and keeps repeated fields', async () => {
  expect(JSON.parse((await send('/form', 'a=1&b=%C9%94&a=2')).text)).toEqual({ a: ['1', '2'], b: 'ɔ' })
})

it('reads the query as the body', async () => {
  expect(JSON.parse((await send('/query?a=1&b=x%20y&a=2', 'ignored')).text)).toEqual({ a: ['1', '2'], b: 'x y' })
})

it.each([
  ['/form', fields(41)],
  [`/query?${fields(41)}`, ''],
  ['/json', JSON.stringify(Object.fromEntries(Array.from({ length: 41 }, (_, n) => [n, 1])))],
  ['/form', `a=${'x'.repeat(9_000)}`],
  ['/json', `{"a":"${'x'.repeat(9_000)}"}`],
])('limits size and fields of %.8s', async (path, body) =>
  expect(JSON.parse((await send(path, body)).text)).toHaveProperty('rejected'),
)

it.each(['/form', `/query?${fields(40)}`])('accepts forty fields of %.6s', async (path) =>
  expect(Object.keys(JSON.parse((await send(path, fields(40))).text))).toHaveLength(40),
)

it('answers text, also for failures of every kind', async () => {
  const path = '/api/phone/ussd/africastalking/right'
  const call = 'sessionId=1&phoneNumber=2&text='
  expect(await send(path, `${call}1*2`)).toMatchObject({
    status: 200,
    type: expect.stringMatching(/^text\/plain/),
    text: 'CON 1*2',
  })
  expect(await send(path, 'text=1')).toMatchObject({ status: 200, text: 'END bad-request' })
  expect(await send(path, fields(41))).toMatchObject({ status: 200, text: 'END bad-request' })
  expect(await send(path, `${call}${'x'.repeat(9_000)}`)).toMatchObject({ status: 200, text: 'END too-large' })
  expect(await send(path, `${call}break`)).toMatchObject({ status: 200, text: 'END internal' })
})

it('sends problem documents where an endpoint has no failures of its own', async () =>
  expect(await send('/api/phone/ussd/arkesel/right', '{')).toMatchObject({
    status: 400,
    type: expect.stringContaining('application/problem+json'),
  }))

it('says nothing to a wrong secret, before it reads the body', async () => {
  for (const path of ['wrong', '%F0', 'right%00', 'x'.repeat(500)]) {
    const reply = await send(`/api/phone/ussd/arkesel/${path}`, 'x'.repeat(100_000))
    expect([400, 404]).toContain(reply.status)
    if (reply.status === 404) expect(reply.text).toBe('')
  }
  expect(seen).toContain('ussdArkesel')
})
