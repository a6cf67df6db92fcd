/** Tests that streamed JSON equals unstreamed, and that failures cut the connection. */
import { createServer, type Server } from 'node:http'
import express from 'express'
import { afterEach, expect, it } from 'vitest'
import { sendJson, streamBase64 } from './send-answer.ts'
import { closeServer, listenOnPort } from './server.ts'

let server: Server
afterEach(() => closeServer(server, 0))

async function ask(answer: () => object): Promise<Response> {
  const app = express()
  app.get('/', (_request, response) => sendJson(response, answer(), () => undefined).catch(() => undefined))
  server = createServer(app)
  return fetch(`http://127.0.0.1:${await listenOnPort(server, 0, '127.0.0.1')}/`)
}

async function* pieces(...lengths: number[]): AsyncIterable<Uint8Array> {
  for (const length of lengths) yield new Uint8Array(length).map((_, at) => at % 251)
}
const whole = async (...lengths: number[]) => {
  const all: Uint8Array[] = []
  for await (const piece of pieces(...lengths)) all.push(piece)
  return Buffer.concat(all).toString('base64')
}

it.each([[[]], [[1]], [[2, 2, 2]], [[65_536, 65_536, 7]], [[3, 0, 1]]])(
  'sends bytes of %j as base64',
  async (lengths) => {
    const rest = { a: 'x"}', b: { c: [1, null] } }
    const response = await ask(() => ({ text: streamBase64(pieces(...lengths)), ...rest }))
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8')
    expect(await response.json()).toEqual({ ...rest, text: await whole(...lengths) })
  },
)

it('is the whole answer too', async () => {
  expect(await (await ask(() => ({ text: streamBase64(pieces(5)) }))).json()).toEqual({ text: await whole(5) })
})

it('cuts the connection where reading breaks half-way', async () => {
  async function* broken() {
    yield* pieces(70_000)
    throw new Error('the disk')
  }
  const response = await ask(() => ({ a: 1, text: streamBase64(broken()) }))
  await expect(response.text()).rejects.toThrow()
})

it('sends any other answer as it is', async () => {
  expect(await (await ask(() => ({ a: 1 }))).json()).toEqual({ a: 1 })
})

it('does not fail for a client that disconnects before the answer', async () => {
  const sent = Promise.withResolvers<void>()
  const app = express()
  app.get('/', (_request, response) => {
    response.destroy()
    const answer = sendJson(response, { text: streamBase64(pieces(5)) }, () => undefined)
    answer.then(sent.resolve, sent.reject)
  })
  server = createServer(app)
  const url = `http://127.0.0.1:${await listenOnPort(server, 0, '127.0.0.1')}/`
  await expect(fetch(url)).rejects.toThrow()
  await expect(sent.promise).resolves.toBeUndefined()
})
