/** Tests that a body is read completely or refused, even after a closed connection. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import express, { type Response } from 'express'
import { describe, expect, it, vi } from 'vitest'
import { createJsonBodyParser, createJsonReader } from './json-body.ts'
import { rejectionOf, rejectUnexpectedError, sendProblem } from './problems.ts'
import { createTurnSpreader } from './requests.ts'

/** Reads a body after a delay; with `leaves`, the client disconnects first. */
async function readLate(head: string, body: string, leaves: boolean) {
  const read = createJsonReader(1_000)
  const came = Promise.withResolvers<void>()
  const outcome = Promise.withResolvers<{ refused: unknown; body: unknown }>()
  const app = express().post('/', async (request, response) => {
    const closed = once(request.socket, 'close')
    came.resolve()
    if (leaves) await closed
    const refused = await read(request, response)
    outcome.resolve({ refused, body: request.body })
    response.end()
  })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n${body}`)
  await came.promise
  if (leaves) socket.destroy()
  try {
    return await outcome.promise
  } finally {
    socket.destroy()
    server.close()
  }
}

const BODY = '{"description":"Full"}'

it('reads late data', async () =>
  expect(await readLate(`Content-Length: ${BODY.length}`, BODY, false)).toEqual({
    refused: undefined,
    body: { description: 'Full' },
  }))

it.each([
  [`Content-Length: ${BODY.length}`, BODY],
  ['Transfer-Encoding: chunked', `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`],
])(
  'refuses a request whose connection has closed, and does not take it for one without a body: %s',
  async (head, body) =>
    expect(await readLate(head, body, true)).toMatchObject({ refused: { rejected: 'bad-request' } }),
)

it('removes a body that waits for its turn when its client goes', async () => {
  let time = 0
  const turns: (() => void)[] = []
  const ran: string[] = []
  const spread = createTurnSpreader({ now: () => (time += 20), nextTurn: (run) => turns.push(run) })
  const outcome = Promise.withResolvers<unknown>()
  const closed = Promise.withResolvers<void>()
  const app = express().post('/', (request, response) => {
    response.locals.userId = 'u1'
    response.once('close', () => setImmediate(closed.resolve))
    const read = createJsonReader(1_000, {
      spread(senderOf, run) {
        request.socket.destroy()
        return spread(senderOf, () => {
          ran.push('gone')
          run()
        })
      },
    })
    outcome.resolve(read(request, response))
  })
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await fetch(url, { method: 'POST', body: new Blob([BODY]).stream(), duplex: 'half' } as RequestInit).catch(() => {})
  await closed.promise
  server.close()
  spread(
    () => 'u1',
    () => ran.push('next'),
  )
  for (const turn of turns.splice(0)) turn()
  expect(ran).toEqual(['next'])
  expect(await outcome.promise).toMatchObject({ rejected: 'bad-request' })
})

it('takes a request that announces no body for what it is', async () =>
  expect((await readLate('Content-Length: 0', '', true)).refused).toBeUndefined())

describe('a large body', () => {
  const LIMIT = 1_000_000
  /**
   * Sends a request body to the JSON reader.
   * Returns why the reader refused the body, and whether it was parsed.
   */
  async function read(body: Uint8Array, type = 'application/json') {
    const parse = vi.spyOn(JSON, 'parse')
    const outcome = Promise.withResolvers<{ refused: unknown; isParsed: boolean }>()
    const app = express().post('/', async (request, response) => {
      parse.mockClear()
      const refused = await createJsonReader(LIMIT)(request, response).catch(({ type: kind }) => kind)
      outcome.resolve({ refused, isParsed: parse.mock.calls.length > 0 })
      response.end()
    })
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      await fetch(url, { method: 'POST', headers: { 'Content-Type': type }, body: Buffer.from(body) })
      return await outcome.promise
    } finally {
      parse.mockRestore()
      server.close()
    }
  }
  const list = (value: string, values: number) => Buffer.from(`[${Array(values).fill(value).join(',')}]`)

  it.each(['0', '{}', '[]'])('with too many values is refused before it is parsed: %s', async (value) =>
    expect(await read(list(value, 40_000))).toEqual({
      refused: expect.objectContaining({ rejected: 'bad-request', errors: { body: expect.anything() } }),
      isParsed: false,
    }),
  )
  it('with one long value is read', async () =>
    expect(await read(Buffer.from(JSON.stringify({ picture: 'A'.repeat(LIMIT - 100) })))).toEqual({
      refused: undefined,
      isParsed: true,
    }))
  it('of the usual size is read, whatever its values', async () =>
    expect(await read(list('0', 32_000))).toEqual({ refused: undefined, isParsed: true }))
  it('can not hide its values in another encoding', async () =>
    expect(await read(Buffer.from(`+${'A'.repeat(40_000)}-`), 'application/json; charset=utf-7')).toEqual({
      refused: 'body.not-utf8',
      isParsed: false,
    }))
})

describe('a body in an encoding', () => {
  const FULL = '{"description":"D\u00e9charge"}'
  async function send(type: string, body: Uint8Array): Promise<unknown> {
    const app = express().post(
      '/',
      createJsonBodyParser(1_000),
      (request, response) => void response.json(request.body),
    )
    app.use((error: unknown, _request: unknown, response: Response, _next: unknown) => {
      const failed = { reads: false, repeatable: true, outcome: 'unknown' } as const
      sendProblem(response, rejectionOf(error, failed) ?? rejectUnexpectedError(failed))
    })
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      const response = await fetch(url, { method: 'POST', headers: { 'Content-Type': type }, body: Buffer.from(body) })
      return await response.json()
    } finally {
      server.close()
    }
  }

  it.each([
    'application/json',
    'application/json; charset=utf8',
    'text/plain;charset="UTF8"; x=1',
    'a/b; charset=UTF-8',
  ])('is read as UTF-8 where it is called %s', async (type) =>
    expect(await send(type, Buffer.from(FULL))).toEqual({ description: 'D\u00e9charge' }),
  )
  it('that is not UTF-8 is refused, and not stored with its letters lost', async () =>
    expect(await send('application/json', Buffer.from(FULL, 'latin1'))).toMatchObject({
      status: 400,
      message: 'The request is not UTF-8. Please send it as UTF-8.',
    }))
  it('that is not read here is refused as that', async () =>
    expect(await send('application/json; charset=iso-8859-1', Buffer.from(FULL, 'latin1'))).toMatchObject({
      status: 415,
      title: 'wrong-kind',
    }))
})
