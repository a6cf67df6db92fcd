/** Tests the language model against good, malformed, slow, overloaded and broken servers. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { eventually } from '../../tests/fixtures/eventually.ts'
import { reserveFreePort } from '../../tests/fixtures/free-ports.ts'
import { ModelCallFailed } from './chat-completion.ts'
import { createLanguageModel, openLanguageModel } from './language-model.ts'

interface Heard {
  authorization: string | undefined
  body: { model: string; messages: { role: string; content: unknown }[]; response_format: { type: string } }
}
type Reply = {
  status?: number
  headers?: Record<string, string>
  say?: string
  body?: string | Buffer
  endless?: string
  silent?: boolean
}

let server: Server
let replies: Reply[] = []
let heard: Heard[] = []
/**
 * Aborts the client's latest call, as its time limit would.
 * The test server uses it when it leaves a request unanswered.
 */
let deadline = new AbortController()
const deadlines: number[] = []

async function read(request: IncomingMessage): Promise<Heard['body']> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return JSON.parse(Buffer.concat(pieces).toString())
}

/** Number of bytes that the server sends one by one before the time limit ends. */
const DRIPS = 5
/** Newest response into which the test server writes endlessly. */
let poured: ServerResponse | undefined

/**
 * Writes a text again and again for as long as the client reads.
 * A text of one byte is written only `DRIPS` times, slowly, until the deadline passes.
 */
function pour(response: ServerResponse, text: string): void {
  poured = response
  let drips = 0
  const more = () => {
    if (response.destroyed) return
    if (text.length === 1 && drips++ === DRIPS)
      return deadline.abort(new DOMException('the time is over', 'TimeoutError'))
    if (response.write(text)) setImmediate(more)
    else response.once('drain', more)
  }
  more()
}

beforeAll(async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    deadlines.push(ms)
    deadline = new AbortController()
    return deadline.signal
  })
  server = createServer(async (request, response) => {
    heard.push({ authorization: request.headers.authorization, body: await read(request) })
    const { status = 200, headers = {}, say = '', body, endless, silent } = replies.shift() ?? { status: 500 }
    if (silent) return deadline.abort(new DOMException('the time is over', 'TimeoutError'))
    if (endless) return pour(response.writeHead(status, headers), endless)
    const usage = { prompt_tokens: 100, completion_tokens: 10, cost: 0.25 }
    const completion = { model: 'eye-2026', choices: [{ message: { content: say } }], usage }
    response.writeHead(status, headers).end(body ?? JSON.stringify(completion))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
beforeEach(() => {
  heard = []
})
afterAll(() => {
  vi.restoreAllMocks()
  server.closeAllConnections()
  server.close()
})

const shape = z.object({ pieces: z.int() })
function ask(...scripted: Reply[]) {
  return askWith('k', ...scripted)
}
function askWith(apiKey: string, ...scripted: Reply[]) {
  replies = scripted
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/`
  const model = createLanguageModel({ baseUrl, apiKey, model: 'eye', timeoutMs: 300, pauseMs: 10 })
  return model.ask({ system: 'Count.', text: 'How many?', picture: Buffer.from('jpeg'), shape })
}
const good = { say: '{"pieces": 3}' }

it('answers in the shape, with what it took', async () => {
  expect(await ask(good)).toEqual({
    answer: { pieces: 3 },
    model: 'eye',
    version: 'eye-2026',
    usage: { promptTokens: 100, answerTokens: 10, usd: 0.25, calls: 1 },
  })
  const [{ authorization, body } = {}] = heard as Partial<Heard>[]
  expect(authorization).toBe('Bearer k')
  expect(body).toMatchObject({ model: 'eye', response_format: { type: 'json_schema' } })
  expect(JSON.stringify(body?.messages)).toContain(`data:image/jpeg;base64,${Buffer.from('jpeg').toString('base64')}`)
})

it.each<[string, object, object]>([
  ['no name', { model: '' }, { version: 'eye' }],
  ['a name of 200 KB', { model: 'e'.repeat(200_000) }, { version: 'eye' }],
  ['a name that is not plain text', { model: 'eye\u0000\ud800' }, { version: 'eye' }],
  ['a part of a token', { usage: { prompt_tokens: 10.5, completion_tokens: 3 } }, { promptTokens: 0, answerTokens: 3 }],
  [
    'less than none',
    { usage: { prompt_tokens: 7, completion_tokens: -1, cost: -2 } },
    { promptTokens: 7, answerTokens: 0 },
  ],
  ['nothing', { usage: null, model: null }, { version: 'eye', promptTokens: 0, answerTokens: 0 }],
])('takes %s beside an answer as not told', async (_, beside, expected) => {
  const completion = { choices: [{ message: { content: good.say } }], ...beside }
  const { answer, version, usage } = await ask({ body: JSON.stringify(completion) })
  expect({ answer, version, ...usage }).toMatchObject({ answer: { pieces: 3 }, ...expected })
  expect(usage).not.toHaveProperty('usd')
})

it('reads past words and a fence', async () => {
  expect((await ask({ say: 'Here it is:\n```json\n{"pieces": 4}\n```' })).answer).toEqual({ pieces: 4 })
})

it.each([
  ['no JSON', { say: 'Three pieces.' }],
  ['another shape', { say: '{"pieces": "three"}' }],
])('sends back %s once, saying what is wrong', async (_, bad) => {
  const { answer, usage } = await ask(bad, good)
  expect({ answer, usage }).toMatchObject({ answer: { pieces: 3 }, usage: { promptTokens: 200, usd: 0.5, calls: 2 } })
  expect(heard[1]?.body.messages.slice(2)).toMatchObject([
    { role: 'assistant', content: bad.say },
    { role: 'user', content: expect.stringMatching(/^That is not the shape/) },
  ])
  await expect(ask(bad, bad, good)).rejects.toThrow('answered in the wrong format')
})

it.each([
  ['is overloaded', { status: 429, headers: { 'Retry-After': '0' } }],
  ['failed', { status: 500 }],
  ['did not answer in time', { silent: true }],
])('asks again where it %s, three times at most', async (why, bad) => {
  expect((await ask(bad, bad, good)).usage.calls).toBe(3)
  expect(deadlines.slice(-3)).toEqual([300, 300, 300])
  heard = []
  await expect(ask(bad, bad, bad, good)).rejects.toThrow(why)
  expect(heard).toHaveLength(3)
})

const TOO_MUCH = 'answered with too much text'
it('reads no more than an answer takes, however small it was packed, and does not ask again', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '), { level: 9 })
  const before = process.memoryUsage().arrayBuffers
  await expect(ask({ body: bomb, headers: { 'Content-Encoding': 'gzip' } }, good)).rejects.toThrow(TOO_MUCH)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(16 * 1024 * 1024)
  expect(heard).toHaveLength(1)
})

it('waits no longer for an answer that comes byte by byte', async () => {
  const drop = { endless: ' ' }
  await expect(ask(drop, drop, drop, good)).rejects.toThrow('did not answer in time')
})

it('ends the connection of an answer without an end', async () => {
  await expect(ask({ endless: 'x'.repeat(10_000) }, good)).rejects.toThrow(TOO_MUCH)
  await eventually(() => expect(poured?.destroyed).toBe(true))
})

it.each([
  [
    'the answer',
    (deep: string) => ({ body: `{"choices":[{"message":{"content":"x"}}],"x":${deep}}` }),
    "can't be read",
  ],
  ['what is said', (deep: string) => ({ say: `{"pieces":3,"x":${deep}}` }), 'answered in the wrong format'],
])('reads nothing of %s where it is nested too deeply', async (_, reply, why) => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  await expect(ask(reply(nested(40)), reply(nested(40)))).rejects.toThrow(why)
  expect((await ask({ say: `{"pieces":3,"x":${nested(20)},"y":"${'['.repeat(100)}"}` })).answer).toEqual({ pieces: 3 })
})

it('does not wait longer than anybody would', async () => {
  await expect(ask({ status: 429, headers: { 'Retry-After': '600' } }, good)).rejects.toThrow('is overloaded')
  expect(heard).toHaveLength(1)
})

it.each([
  [401, 'LLM_API_KEY'],
  [404, 'LLM_BASE_URL and LLM_MODEL'],
  [400, 'may not support pictures'],
])('does not ask again after %i, and names what to look at', async (status, named) => {
  await expect(ask({ status, body: 'secret words of the provider' }, good)).rejects.toThrow(named)
  expect(heard).toHaveLength(1)
})

it.each<[string, Reply[]]>([
  ['refuses', [{ status: 401, body: `${'-'.repeat(485)} key: secret-key` }]],
  ['answers no JSON', [{ body: 'Bearer secret-key' }]],
  ['answers no completion', [{ body: '{"got": "secret-key"}' }]],
  ['says what is no JSON', [{ say: '{secret-key}' }, { say: '{secret-key}' }]],
])('does not tell the key where an endpoint %s with it', async (_, echoes) => {
  const error: Error = await askWith('secret-key', ...echoes).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(ModelCallFailed)
  expect(error.cause).toBeInstanceOf(Error)
  expect(inspect(error)).not.toContain('secret')
})

it('does not tell a key that no header takes', async () => {
  const error: Error = await askWith('secret\nkey').catch((thrown) => thrown)
  expect(inspect(error)).toContain('[LLM_API_KEY]')
  expect(inspect(error)).not.toContain('secret')
})

it('reports unreadable answers, and an absent server', async () => {
  await expect(ask({ body: '{"choices": []}' })).rejects.toThrow("can't be read")
  const nobody = createLanguageModel({
    baseUrl: `http://127.0.0.1:${await reserveFreePort()}/v1`,
    model: 'eye',
    pauseMs: 1,
  })
  const question = { system: '', text: '', picture: Buffer.from(''), shape }
  await expect(nobody.ask(question)).rejects.toThrow('could not be reached')
})

it('is there where it is set up', () => {
  expect(openLanguageModel({})).toBeUndefined()
  expect(openLanguageModel({ LLM_BASE_URL: 'http://model' })).toBeUndefined()
  expect(openLanguageModel({ LLM_BASE_URL: 'http://model', LLM_MODEL: 'eye' })).toBeDefined()
})
