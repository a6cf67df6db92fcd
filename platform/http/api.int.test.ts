/** Tests of what all commands share: the command's metadata, and the log position as text. */
import type { Server } from 'node:http'
import { afterEach, expect, it } from 'vitest'
import { endpoints } from '#contract/endpoints.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import type { Principal, Tokens } from '../auth/tokens.ts'
import type { Envelope } from '../event-store/event-store.ts'
import { createLog } from '../logging.ts'
import { type Handlers, MAX_CONCURRENT_COMMANDS, MAX_CONCURRENT_READS, mountApi, type ReadHandlers } from './api.ts'
import { closeServer, createHttpServer, listenOnPort } from './server.ts'
import type { TimeTravelReader } from './time-travel.ts'

const tokens = { verify: async (userId: string) => ({ userId, role: 'dispatcher' }) as Principal } as Tokens
const log = createLog('test', 'silent')
/** No read or command stops counting, however slow the machine is. */
const countedMs = 2 ** 31 - 1
const options = { tokens, log, fingerprintKey: new Uint8Array(8), countedMs }
let server: Server
afterEach(() => closeServer(server, 0))

async function open(
  handlers: Handlers,
): Promise<(path: string, who: string, key: string, body?: object) => Promise<Response>> {
  server = createHttpServer({
    log,
    health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
    mount: (app) => mountApi(app, handlers, options),
  })
  const port = await listenOnPort(server, 0, '127.0.0.1')
  return (path, who, key, body = {}) => {
    const headers = { Authorization: `Bearer ${who}`, 'Idempotency-Key': key }
    return fetch(`http://127.0.0.1:${port}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }
}

it('writes a position as decimal text, where it stood', async () => {
  const ask = await open({ archiveVehicle: async () => ({ message: 'Archived', position: 42 }) })
  expect(await (await ask('/fuel/vehicles/T1/archive', 'd1', 'k')).text()).toBe(
    '{"message":"Archived","position":"42"}',
  )
})

it('hands over an envelope of its own for each sender, key and request; the public is nobody yet', async () => {
  const seen: Envelope[] = []
  const ask = await open({
    archiveVehicle: async ({ envelope }) => ({ message: '', position: seen.push(envelope) }),
    forgotPassword: async ({ envelope }) => ({ message: String(seen.push(envelope)) }),
  })
  for (const [vehicle, who, key] of [
    ['T1', 'd1', 'k'],
    ['T1', 'd1', 'k'],
    ['T2', 'd1', 'k'],
    ['T1', 'd2', 'k'],
    ['T1', 'd1', 'l'],
  ] as const)
    await ask(`/fuel/vehicles/${vehicle}/archive`, who, key)
  await ask('/auth/forgot-password', '', 'k', { identifier: 'ama' })
  const [first, again, other, another, later, stranger] = seen
  expect(again).toEqual(first)
  expect(other?.commandId).toBe(first?.commandId)
  expect(other?.fingerprint).not.toBe(first?.fingerprint)
  expect(new Set([first, another, later, stranger].map((call) => call?.commandId)).size).toBe(4)
  expect(seen.map(({ actor }) => actor)).toEqual(['d1', 'd1', 'd1', 'd2', 'd1', 'public'])
})

it('says of a moment of the past whether somebody still waits for it', async () => {
  const auditors = { verify: async (userId: string) => ({ userId, role: 'auditor' }) as Principal } as Tokens
  const asked = Promise.withResolvers<() => boolean>()
  const past: TimeTravelReader = {
    answers: () => true,
    read: (_name, _call, _when, isWanted = () => true) => {
      asked.resolve(isWanted)
      // Simulates a busy worker thread, which does not answer.
      return new Promise(() => undefined)
    },
  }
  server = createHttpServer({
    log,
    health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
    mount: (app) =>
      mountApi(app, { vehicles: async () => ({ vehicles: [] }) } satisfies ReadHandlers, {
        tokens: auditors,
        log,
        fingerprintKey: new Uint8Array(8),
        past,
      }),
  })
  const port = await listenOnPort(server, 0, '127.0.0.1')
  const leaving = new AbortController()
  const { path } = endpoints.vehicles
  const answer = fetch(`http://127.0.0.1:${port}/api${path}?at=1`, {
    headers: { Authorization: 'Bearer a1' },
    signal: leaving.signal,
  }).catch(() => undefined)
  const isWanted = await asked.promise
  expect(isWanted()).toBe(true)
  leaving.abort()
  await answer
  await expect.poll(isWanted).toBe(false)
})

it('runs only some reads of a network without a user at once', async () => {
  let started = 0
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  await open({
    zones: async () => {
      started++
      await promise
      return { zones: [], centres: {} }
    },
  })
  const { port } = server.address() as { port: number }
  const read = (path: string) => fetch(`http://127.0.0.1:${port}/api${path}`)
  const all = Array.from({ length: MAX_CONCURRENT_READS + 3 }, () => read('/zones'))
  await eventually(() => expect(started).toBe(MAX_CONCURRENT_READS))
  expect((await read('/nothing')).status).toBe(404)
  expect(started).toBe(MAX_CONCURRENT_READS)
  finish()
  expect((await Promise.all(all)).every(({ status }) => status === 200)).toBe(true)
})

it('runs only some commands of a user at once, and those of others beside them', async () => {
  const started: string[] = []
  const { promise, resolve: finish } = Promise.withResolvers<void>()
  const ask = await open({
    archiveVehicle: async ({ principal }) => {
      const position = started.push(principal.userId)
      await promise
      return { message: '', position }
    },
  })
  const archive = (who: string, key: string) => ask('/fuel/vehicles/T1/archive', who, key)
  const own = Array.from({ length: MAX_CONCURRENT_COMMANDS + 3 }, (_, n) => archive('d1', String(n)))
  await eventually(() => expect(started).toHaveLength(MAX_CONCURRENT_COMMANDS))
  const other = archive('d2', 'k')
  await eventually(() => expect(started).toContain('d2'))
  expect(started).toHaveLength(MAX_CONCURRENT_COMMANDS + 1)
  finish()
  expect((await Promise.all([...own, other])).every(({ status }) => status === 200)).toBe(true)
})

it('runs only some reads of a user at once, and those of others beside them', async () => {
  const started: string[] = []
  const ends: (() => void)[] = []
  server = createHttpServer({
    log,
    health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
    mount: (app) =>
      mountApi(
        app,
        {
          vehicles: async ({ principal }) => {
            started.push(principal.userId)
            await new Promise<void>((resolve) => ends.push(resolve))
            return { vehicles: [] }
          },
        } satisfies ReadHandlers,
        options,
      ),
  })
  const port = await listenOnPort(server, 0, '127.0.0.1')
  const read = (who: string) =>
    fetch(`http://127.0.0.1:${port}/api/fuel/vehicles`, { headers: { Authorization: `Bearer ${who}` } })
  const own = Array.from({ length: MAX_CONCURRENT_READS + 3 }, () => read('d1'))
  await eventually(() => expect(started).toHaveLength(MAX_CONCURRENT_READS))
  const other = read('d2')
  await eventually(() => expect(started).toContain('d2'))
  expect(started).toHaveLength(MAX_CONCURRENT_READS + 1)
  await eventually(() => {
    for (const end of ends) end()
    expect(started).toHaveLength(own.length + 1)
  })
  for (const end of ends) end()
  expect((await Promise.all([...own, other])).every(({ status }) => status === 200)).toBe(true)
})
