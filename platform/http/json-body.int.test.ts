/** A body is read whole, or the request is refused: also when its connection has closed before anybody read it. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import express from 'express'
import { expect, it } from 'vitest'
import { createJsonReader } from './json-body.ts'

/** What is read of a request whose sender is looked up first; `leaves`: the client is gone by then. */
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

it('reads what came, however late', async () =>
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

it('takes a request that announces no body for what it is', async () =>
  expect((await readLate('Content-Length: 0', '', true)).refused).toBeUndefined())
