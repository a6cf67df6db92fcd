/**
 * Tests file uploads: streamed, counted, one per form.
 * No file remains after a failure.
 */
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { Agent, request, type Server } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { eventually } from '../../tests/fixtures/eventually.ts'
import type { Principal, Tokens } from '../auth/tokens.ts'
import type { Envelope } from '../event-store/event-store.ts'
import { createLog } from '../logging.ts'
import { type Handlers, mountApi } from './api.ts'
import { UPLOAD_LIMIT_BYTES } from './form.ts'
import { closeServer, createHttpServer, listenOnPort } from './server.ts'

/**
 * Accepts a user id as token; the id starts with the user's role.
 * `dispatcher-2` is a second dispatcher.
 */
const verify = async (userId: string) => ({ userId, role: userId.split('-')[0] }) as Principal
const tokens = { verify } as Tokens
const log = createLog('test', 'silent')
/** Time limit in ms that is longer than any test, so no body times out. */
const FAR_MS = 3_600_000
let incoming: string
let server: Server
let port: number
/** Uploads that the request handler received; before it answers, it waits for `gate`. */
let seen: { content: Buffer; envelope: Envelope }[] = []
let gate = Promise.resolve()

const handlers: Handlers = {
  updateComposition: async () => reject('conflict', msg`It is not to come so far.`),
  async uploadPicture({ upload, envelope }) {
    seen.push({ content: readFileSync(upload.path), envelope })
    await gate
    return { picture: upload.sha256, url: '', width: 1, height: 1 }
  },
}

beforeAll(async () => {
  incoming = await mkdtemp(path.join(tmpdir(), 'incoming-'))
})
afterAll(() => rmSync(incoming, { recursive: true }))
/**
 * Starts the server.
 * `stillMs` is the longest time in ms without data while a request body arrives.
 */
async function open(stillMs: number): Promise<void> {
  server = createHttpServer({
    log,
    health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
    mount: (app) => mountApi(app, handlers, { tokens, log, fingerprintKey: new Uint8Array(8), incoming, stillMs }),
  })
  port = await listenOnPort(server, 0, '127.0.0.1')
}
beforeEach(() => open(FAR_MS))
/** Restarts the test server with a short limit for the time without data. */
async function openImpatient(): Promise<void> {
  await closeServer(server, 0)
  await open(100)
}
afterEach(async () => {
  await closeServer(server, 0)
  expect(readdirSync(incoming)).toEqual([])
  seen = []
  gate = Promise.resolve()
})

const formOf = (...parts: [name: string, content: string | Uint8Array<ArrayBuffer>][]) => {
  const form = new FormData()
  for (const [name, content] of parts)
    if (typeof content === 'string') form.append(name, content)
    else form.append(name, new Blob([content]), 'photo.jpg')
  return form
}
async function send(body: BodyInit, headers: Record<string, string> = {}, role = 'dispatcher') {
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/pictures`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${role}`, ...headers },
    body,
    ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
  })
  return { status: response.status, retry: response.headers.get('Retry-After'), ...(await response.json()) }
}
const bytes = (length: number) => new Uint8Array(length).fill(7)

it('hands over the file as it was sent, and takes it away after the answer', async () => {
  const content = new Uint8Array(3_000_000).map((_, at) => at % 251)
  expect(await send(formOf(['note', 'x'], ['file', content]))).toMatchObject({ status: 201 })
  expect(seen[0]?.content.equals(content)).toBe(true)
})

it.each([
  ['another field', formOf(['photo', bytes(9)]), 400, /belongs in the field ‘file’, not ‘photo’/],
  ['two files', formOf(['file', bytes(9)], ['file', bytes(9)]), 400, /exactly one file/],
  ['a text in place of the file', formOf(['file', 'photo']), 400, /no file in the field/],
  ['no file', formOf(['note', 'x']), 400, /no file in the field/],
  ['an empty form', formOf(), 400, /was not sent completely|no file/],
  [
    'too many fields',
    formOf(...Array.from({ length: 30 }, (_, n) => [`f${n}`, 'x'] as [string, string])),
    400,
    /unexpected parts/,
  ],
  ['a field that is too long', formOf(['note', 'x'.repeat(20_000)], ['file', bytes(9)]), 400, /unexpected parts/],
  ['JSON', '{"file":"x"}', 400, /Send a form/],
  ['one byte too many', formOf(['file', bytes(UPLOAD_LIMIT_BYTES + 1)]), 413, /the limit is 10 MB/],
  ['11 MB', formOf(['file', bytes(11 * 1024 * 1024)]), 413, /the limit is 10 MB/],
] as const)('refuses %s', async (_, body, status, message) => {
  expect(await send(body)).toMatchObject({ status, message: expect.stringMatching(message) })
  expect(seen).toEqual([])
})

it('takes exactly 10 MB', async () => {
  expect(await send(formOf(['file', bytes(UPLOAD_LIMIT_BYTES)]))).toMatchObject({ status: 201 })
})

const FORM = { 'Content-Type': 'multipart/form-data; boundary=b' }

it.each([
  [
    'a form that ends in the middle of its file',
    '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\nab',
  ],
  ['a form without any part', 'nothing'],
])('refuses %s', async (_, body) => {
  expect(await send(body, FORM)).toMatchObject({
    status: 400,
    message: expect.stringMatching(/was not sent completely/),
  })
})

it.each(['', '; xboundary=b', '; a="boundary=', `; boundary=${'b'.repeat(2_000)}`])(
  'refuses a form that names no line between its parts: multipart/form-data%s',
  async (rest) => {
    const answer = await send('--b--', { 'Content-Type': `multipart/form-data${rest}` })
    expect(answer).toMatchObject({ status: 400, message: expect.stringMatching(/Send a form/) })
  },
)

it('counts while it is received, if its size is unknown', async () => {
  let sent = 0
  const endless = new ReadableStream({
    pull(controller) {
      sent += 65_536
      if (sent > 64 * 1024 * 1024) return controller.close()
      controller.enqueue(bytes(65_536))
    },
  })
  expect(await send(endless, FORM)).toMatchObject({ status: 413 })
})

it('reads nothing from who may not send it', async () => {
  expect(await send(formOf(['file', bytes(9)]), {}, 'resident')).toMatchObject({ status: 403 })
  expect(seen).toEqual([])
})

/** Starts to send a form and leaves it incomplete. */
function begin(who = 'dispatcher') {
  const socket = connect(port, '127.0.0.1')
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n'
  socket.write(
    `POST /api/auth/pictures HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${who}\r\nContent-Length: 1000000\r\nContent-Type: ${FORM['Content-Type']}\r\n\r\n${part}${'x'.repeat(200_000)}`,
  )
  let said = ''
  socket.on('data', (piece) => {
    said += piece
  })
  const over = new Promise<string>((resolve) => socket.on('close', () => resolve(said)))
  return { socket, over }
}

it('removes aborted uploads', async () => {
  const { socket } = begin()
  await eventually(() => expect(readdirSync(incoming)).toHaveLength(1))
  socket.destroy()
  await eventually(() => expect(readdirSync(incoming)).toEqual([]))
  expect(seen).toEqual([])
})

it('blames itself, not the form, where the file can’t be written', async () => {
  const elsewhere = createHttpServer({
    log,
    health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
    mount: (app) =>
      mountApi(app, handlers, {
        tokens,
        log,
        fingerprintKey: new Uint8Array(8),
        incoming: path.join(incoming, 'gone'),
      }),
  })
  const own = port
  port = await listenOnPort(elsewhere, 0, '127.0.0.1')
  for (const length of [9, 5_000_000])
    expect(await send(formOf(['file', bytes(length)]))).toMatchObject({
      status: 503,
      message: expect.stringMatching(/^Nothing was saved: the disk is full or can't be used\./),
    })
  port = own
  await closeServer(elsewhere, 0)
  expect(seen).toEqual([])
})

it('is another request with another file', async () => {
  for (const content of [bytes(9), bytes(9), bytes(10)])
    await send(formOf(['file', content]), { 'Idempotency-Key': 'k' })
  const [first, again, other] = seen.map(({ envelope }) => envelope)
  expect(again).toEqual(first)
  expect(other?.commandId).toBe(first?.commandId)
  expect(other?.fingerprint).not.toBe(first?.fingerprint)
})

/** Keeps connections open, as browsers do. */
const agent = new Agent({ keepAlive: true })
afterEach(() => agent.destroy())
const BIG = Buffer.alloc(9_000_000, 7)

/**
 * Sends a form with 9 MB and an unexpected file of `another` bytes.
 * All requests share the buffer `BIG`, to save memory.
 */
function sendBig(another: number, says: object) {
  const type = 'multipart/form-data; boundary=line'
  const headers = { Authorization: 'Bearer dispatcher', 'Content-Type': type, ...says }
  const place = { port, host: '127.0.0.1', method: 'POST', path: '/api/auth/pictures', agent, headers }
  const head = '--line\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'
  return new Promise<number | undefined>((resolve, reject) => {
    let status: number | undefined
    const sending = request(place, (response) => {
      status = response.statusCode
      response.resume()
    })
    sending.on('error', reject).on('close', () => resolve(status))
    for (const piece of [head, BIG, `\r\n${head}`, BIG.subarray(0, another), '\r\n--line--\r\n']) sending.write(piece)
    sending.end()
  })
}

it.each([
  ['taken', 500_000, {}, 400],
  ['refused before it is read', 9_000_000, { 'Content-Length': 18_000_160 }, 413],
  ['refused half-way', 9_000_000, {}, 400],
])('gives the memory of what was %s back at once', async (_, another, says, status) => {
  const held = () => process.memoryUsage().arrayBuffers
  const grown: number[] = []
  for (let n = 0; n < 5; n++) {
    const before = held()
    expect(await sendBig(another, says)).toBe(status)
    grown.push(held() - before)
  }
  // Memory may grow once, because of garbage collection or data in transit.
  expect(grown.filter((bytes) => bytes >= 5_000_000).length).toBeLessThanOrEqual(1)
})

it('has 22 in the house, asks the rest for patience, and takes them later', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  const answered: Awaited<ReturnType<typeof send>>[] = []
  const sending = Array.from({ length: 50 }, async (_, n) => {
    const answer = await send(formOf(['file', bytes(100_000)]), {}, `dispatcher-${n}`)
    answered.push(answer)
    return answer
  })
  await eventually(() => expect([seen.length, answered.length]).toEqual([22, 28]))
  expect(readdirSync(incoming)).toHaveLength(22)
  resolve()
  const answers = await Promise.all(sending)
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(22)
  expect(refused).toHaveLength(28)
  for (const one of refused) expect(one).toMatchObject({ retry: '5', message: expect.stringMatching(/try again/) })
  expect(await send(formOf(['file', bytes(9)]))).toMatchObject({ status: 201 })
})

it('has 4 of one sender in the house, and room for the next one', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  gate = promise
  const sending = Array.from({ length: 4 }, () => send(formOf(['file', bytes(9)])))
  await eventually(() => expect(seen).toHaveLength(4))
  const fifth = { status: 429, retry: '5', message: expect.stringMatching(/^You are already sending several files/) }
  expect(await send(formOf(['file', bytes(9)]))).toMatchObject(fifth)
  const other = send(formOf(['file', bytes(9)]), {}, 'dispatcher-2')
  await eventually(() => expect(seen).toHaveLength(5))
  resolve()
  for (const answer of await Promise.all([...sending, other])) expect(answer).toMatchObject({ status: 201 })
  expect(await send(formOf(['file', bytes(9)]))).toMatchObject({ status: 201 })
})

it('keeps the folders of forms that are still being received', async () => {
  const coming = Array.from({ length: 4 }, () => begin())
  await eventually(() => expect(readdirSync(incoming)).toHaveLength(4))
  expect(await send(formOf(['file', bytes(9)]))).toMatchObject({ status: 429 })
  for (const { socket } of coming) socket.destroy()
  await eventually(() => expect(readdirSync(incoming)).toEqual([]))
  await eventually(async () => expect(await send(formOf(['file', bytes(9)]))).toMatchObject({ status: 201 }))
})

it('waits for no form that comes no further: it says so, hangs up, and its place is free', async () => {
  await openImpatient()
  // A sender may have only four forms in progress at once.
  // The fifth form proves that an ended form no longer counts.
  for (let n = 0; n < 5; n++) {
    const said = await begin().over
    expect(said).toMatch(/^HTTP\/1\.1 408 /)
    expect(said).toMatch(/\r\nConnection: close\r\n/)
    expect(said).toContain('What you sent did not arrive completely.')
  }
  await eventually(() => expect(readdirSync(incoming)).toEqual([]))
})

/**
 * Starts to send a large body.
 * Returns the status of the response.
 */
function beginLarge() {
  const socket = connect(port, '127.0.0.1')
  socket.write(
    'POST /api/auth/waste-sites/WS001/composition HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer dispatcher\r\nContent-Length: 1000000\r\n\r\n{"a":"',
  )
  const status = new Promise<string>((resolve) => socket.on('data', (piece) => resolve(piece.toString().slice(9, 12))))
  return { socket, status }
}

it('has two large bodies of one sender', async () => {
  const all = [beginLarge(), beginLarge(), beginLarge()]
  // The refused request gets its response first.
  // For the other two requests, the server still waits for the bodies.
  expect(await Promise.race(all.map(({ status }) => status))).toBe('429')
  for (const { socket } of all) socket.destroy()
})

it('waits for no large body that comes no further, and its place is free', async () => {
  await openImpatient()
  for (let n = 0; n < 3; n++) expect(await beginLarge().status).toBe('408')
})
