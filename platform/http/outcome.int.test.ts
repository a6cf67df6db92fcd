/** Tests what a failed request tells the user: whether data may be saved, and what to do. */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import * as mongodb from 'mongodb'
import { afterEach, expect, it } from 'vitest'
import type { Problem } from '#contract/http/problems.ts'
import { startMongoDouble } from '../../tests/doubles/mongodb/server.ts'
import { createTokens } from '../auth/tokens.ts'
import {
  type EventStore,
  NO_STREAM_REVISION,
  StoreMismatch,
  StoreUnavailable,
  toPosition,
} from '../event-store/event-store.ts'
import { createLog } from '../logging.ts'
import { openMongoVault } from '../vault/mongodb.ts'
import { openSqliteVault } from '../vault/sqlite.ts'
import type { Vault } from '../vault/vault.ts'
import { trackStoreWrites, trackVaultWrites } from '../write-outcome.ts'
import { mountApi } from './api.ts'
import { rejectionOf } from './problems.ts'
import { createHttpServer } from './server.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const log = createLog('test', 'silent')
const failing = (error: Error) => async () => Promise.reject(error)
const storeThat = (append: EventStore['append'], readStream: EventStore['readStream'] = async () => []) =>
  trackStoreWrites({ append, readStream } as EventStore)
const appended = async () => ({ position: toPosition(1), revision: 0, events: [] })

/**
 * Sends a request to a test server and returns its answer.
 * The server runs `work` for every request, whether a command or a read.
 */
async function answerTo(work: () => Promise<unknown>, method: 'GET' | 'POST' = 'POST', headers = {}) {
  const handler = async () => (await work()) as never
  const tokens = createTokens(new Uint8Array(32), {} as Vault)
  const mount = (app: Parameters<typeof mountApi>[0]) =>
    mountApi(
      app,
      { forgotPassword: handler, demoAccounts: handler },
      { tokens, log, fingerprintKey: new Uint8Array(8) },
    )
  const health = () => ({ status: 'ok', version: '', position: '0', lag: {} }) as const
  const server = createHttpServer({ log, health, mount }).listen(0, '127.0.0.1')
  closing.push(async () => server.close())
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/auth`
  return method === 'GET'
    ? fetch(`${origin}/demo-accounts`)
    : fetch(`${origin}/forgot-password`, { method, headers, body: JSON.stringify({ identifier: 'ama' }) })
}

const ask = async (...asked: Parameters<typeof answerTo>) => (await (await answerTo(...asked)).json()) as Problem

const READING = { reads: true, repeatable: false, outcome: 'nothing-saved' } as const
const KEY = { 'Idempotency-Key': 'one' }
const append = (store: EventStore) => store.append('bin-1', NO_STREAM_REVISION, [])

it('a read never speaks of saving', async () => {
  const problem = await ask(failing(new StoreUnavailable('away')), 'GET')
  expect(problem).toMatchObject({ status: 503, outcome: 'nothing-saved' })
  expect(problem.message).not.toMatch(/saved/)
})

it('data that does not fit together is not called unavailable for a moment', async () => {
  const { status, message } = await ask(failing(new StoreMismatch('proof.db covers 9')), 'GET')
  expect([status, message]).toEqual([503, expect.stringContaining('does not fit together')])
})

it('a command that failed before it wrote anything saved nothing', async () => {
  const store = storeThat(appended, failing(new StoreUnavailable('away')))
  const problem = await ask(() => store.readStream('bin-1'), 'POST', KEY)
  expect(problem).toMatchObject({ status: 503, outcome: 'nothing-saved' })
  expect(problem.message).toMatch(/^Nothing was saved/)
})

it('a command whose append was never sent saved nothing', async () => {
  const store = storeThat(failing(new StoreUnavailable('refused', { outcome: 'nothing-saved' })))
  expect(await ask(() => append(store), 'POST', KEY)).toMatchObject({ status: 503, outcome: 'nothing-saved' })
})

it('a command whose append was not answered may have been saved, and is safe to repeat under its key', async () => {
  const store = storeThat(failing(new StoreUnavailable('silent', { outcome: 'unknown' })))
  const problem = await ask(() => append(store), 'POST', KEY)
  expect(problem).toMatchObject({ status: 503, outcome: 'unknown' })
  expect(problem.message).toMatch(/same Idempotency-Key/)
})

it('a command without a key is not called safe to repeat', async () => {
  const store = storeThat(failing(new StoreUnavailable('silent', { outcome: 'unknown' })))
  const problem = await ask(() => append(store))
  expect(problem).toMatchObject({ outcome: 'unknown' })
  expect(problem.message).toMatch(/check before/)
})

it.each([new StoreUnavailable('away', { outcome: 'nothing-saved' }), new TypeError('a mistake of ours')])(
  'a command that had written before it failed with %s may have saved something',
  async (error) => {
    const store = storeThat(appended, failing(error))
    const problem = await ask(() => append(store).then(() => store.readStream('bin-1')), 'POST', KEY)
    expect(problem.outcome).toBe('unknown')
  },
)

it('a password that MongoDB stored without answering may have been saved', async () => {
  const double = await startMongoDouble()
  closing.push(double.close)
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  closing.push(async () => rmSync(folder, { recursive: true }))
  const vault = trackVaultWrites(await openMongoVault(double.url, path.join(folder, 'vault.key')))
  closing.push(vault.close)
  double.loseNextAnswer()
  const problem = await ask(() => vault.setPassword('u1', 'hash'), 'POST', KEY)
  expect(problem).toMatchObject({ status: 503, outcome: 'unknown' })
  expect(await vault.credentials('u1')).toBeDefined()
})

it('a write that the driver gave up because its own look at a silent MongoDB timed out may have been saved', async () => {
  const double = await startMongoDouble()
  closing.push(double.close)
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  closing.push(async () => rmSync(folder, { recursive: true }))
  // With frequent heartbeats, the driver notices the silent server before the write times out.
  const vault = trackVaultWrites(
    await openMongoVault(`${double.url}?heartbeatFrequencyMS=500`, path.join(folder, 'vault.key')),
  )
  closing.push(vault.close)
  double.hang()
  let failed: unknown
  const write = () =>
    vault.setPassword('u1', 'hash').catch((error) => {
      failed = error
      throw error
    })
  const problem = await ask(write, 'POST', KEY)
  double.wake()
  expect(failed).toMatchObject({ message: expect.stringContaining('interrupted due to server monitor timeout') })
  expect(problem).toMatchObject({ status: 503, outcome: 'unknown' })
})

it.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EIO', 'ENOENT'])('a disk that says %s is no fault of ours', (code) => {
  // An error of the process that decodes pictures has a code, but no `syscall`.
  const error = Object.assign(new Error(`${code}: not written`), { code })
  const saving = { reads: false, repeatable: true, outcome: 'nothing-saved' } as const
  expect(rejectionOf(error, saving)).toMatchObject({
    rejected: 'unavailable',
    message: "Nothing was saved: the disk is full or can't be used. Please try again later.",
  })
  expect(rejectionOf(error, { ...saving, outcome: 'unknown' })?.message).not.toMatch(/Nothing was saved/)
})

it('any failure of MongoDB’s driver means an unreachable store', async () => {
  const prototypes = Object.values(mongodb).flatMap((one) => (typeof one === 'function' ? [one.prototype] : []))
  const errors = prototypes.filter((prototype) => prototype instanceof mongodb.MongoError)
  expect(errors.length).toBeGreaterThan(20)
  for (const prototype of errors)
    expect(rejectionOf(Object.create(prototype), READING), prototype.name).toMatchObject({ rejected: 'unavailable' })
})

it('a write on a socket that a dying MongoDB just ended, which its driver lets through bare, is a store that is away', async () => {
  const server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  closing.push(async () => server.close())
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').resume()
  const broken = once(socket, 'end').then(() => {
    socket.write('too late')
    return once(socket, 'drain')
  })
  const error = await broken.catch((error) => error)
  expect(error).toMatchObject({ code: 'EPIPE' })
  expect(await ask(failing(error), 'GET')).toMatchObject({ status: 503, outcome: 'nothing-saved' })
})

it('an answer about an unreachable store says when to retry', async () => {
  const { headers } = await answerTo(failing(new StoreUnavailable('away')), 'GET')
  expect(Number(headers.get('Retry-After'))).toBeGreaterThan(0)
})

it('whatever a vault keeps of how people get in was saved, though what came after it failed', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  closing.push(async () => rmSync(folder, { recursive: true }))
  const vault = trackVaultWrites(openSqliteVault(path.join(folder, 'vault.db')))
  closing.push(vault.close)
  const session = { id: 'a', device: 'Firefox on Linux', since: 1, seenAt: 1, expiresAt: 1e15 }
  const writes: (() => Promise<unknown>)[] = [
    () => vault.openSession('u1', session),
    () => vault.endSession('u1', 'a'),
    () => vault.endOtherSessions('u1', 'a'),
    () => vault.saveLink('confirmation', 'hash', 'u1', 1e15),
    () => vault.takeLink('confirmation', 'hash', 1),
    () => vault.saveSecondFactor('u1', 'sealed'),
    () => vault.activateSecondFactor('u1', ['one']),
    () => vault.spendCode('u1', 1),
    () => vault.spendRecoveryCode('u1', 'one'),
    () => vault.dropSecondFactor('u1'),
  ]
  const away = failing(new StoreUnavailable('away'))
  for (const write of writes)
    expect((await ask(() => write().then(away), 'POST', KEY)).outcome, String(write)).toBe('unknown')
})
