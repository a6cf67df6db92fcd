/** Test fixture of accounts: real SQLite files, HTTP endpoints, and collected mails. */

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { hash } from '@node-rs/argon2'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import type { EventOf, EventType } from '#contract/events.ts'
import { isRejection } from '#contract/http/problems.ts'
import { tableNameOf } from '#contract/tables.ts'
import { hasType, LOG_START } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { mountApi } from '#platform/http/api.ts'
import { closeServer, createHttpServer, listenOnPort } from '#platform/http/server.ts'
import type { LimiterFactory } from '#platform/limiters.ts'
import { createLog } from '#platform/logging.ts'
import type { MailMessage } from '#platform/mail/mail.ts'
import { openMailOutbox } from '#platform/mail/outbox.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import type { SmsMessage, SmsSender } from '#platform/sms/sms.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { createInternalCommands } from '../internal-commands/commands.ts'
import { openFirstZones } from '../internal-commands/seed.ts'
import { type Kernel, openKernel } from '../kernel/kernel.ts'
import { createDemoHandlers } from './demo.ts'
import { type BackgroundMail, createBackgroundMail } from './mail.ts'
import { type RegisterAccountCommand, registerAccount } from './register.ts'
import { createAccountHandlers } from './routes.ts'
import { openSession } from './session.ts'

interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: any JSON the server returned
  body: any
}

export const PASSWORD = 'a good password'
/** Uses the lowest cost settings of the hash for speed, because no test depends on them. */
const PASSWORD_HASH = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 })

/** Sends background mails without a delay and tracks pending ones. */
function trackedMails(log: Kernel['log'], outbox: ReturnType<typeof openMailOutbox>) {
  const underway = new Set<Promise<unknown>>()
  const track = (work: Promise<unknown>) => {
    const ended = work.catch(() => undefined).finally(() => underway.delete(ended))
    underway.add(ended)
  }
  const mail = {
    ...outbox,
    send(message: MailMessage) {
      const sending = outbox.send(message)
      track(sending)
      return sending
    },
  }
  const { begin } = createBackgroundMail(log, mail)
  const later: BackgroundMail = {
    begin(compose) {
      const { promise, resolve } = Promise.withResolvers<void>()
      track(promise)
      // Resolves once the composed mail has been handed to the outbox.
      begin(() => compose().finally(() => setImmediate(resolve)))
    },
  }
  async function settled(): Promise<void> {
    while (underway.size > 0) await Promise.all(underway)
  }
  return { later, settled }
}

/**
 * Opens the fixture of account tests, with the current time.
 * Its function `later` advances the clock.
 */
export async function openAccountsFixture(limiters?: LimiterFactory) {
  const folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  const log = createLog('test', 'silent')
  let ahead = 0
  const opened = await openKernel({
    store: openSqliteEventStore(path.join(folder, 'log.db')),
    vault: openSqliteVault(path.join(folder, 'vault.db')),
    reads: openMemoryReadStore(),
    log,
    ...(limiters && { limiters }),
  })
  const kernel: Kernel = { ...opened, clock: () => new Date(Date.now() + ahead) }
  await openFirstZones(kernel)
  // Marks configuration rows as up to date, because no projections run.
  // Reads then return the default configuration.
  await kernel.reads.setCheckpoints(new Map([[tableNameOf('configuration'), await kernel.store.head()]]))
  const outbox = path.join(folder, 'outbox')
  const mail = openMailOutbox(outbox, 'WasteSense <no-reply@example.com>')
  const { later, settled } = trackedMails(log, mail)
  const texts: SmsMessage[] = []
  const sms: SmsSender = {
    async send(message) {
      texts.push(message)
      return {}
    },
    forget: async () => undefined,
    close: async () => undefined,
  }
  const texting = { sms, mayTextCode: async () => true }
  const server = createHttpServer({
    log,
    health: () => ({ status: 'ok', version: '', position: '0', lag: {} }),
    mount: (app) => {
      const outside = { texting, later, publicUrl: 'http://app', send: createInternalCommands(kernel) }
      const handlers = { ...createAccountHandlers(kernel, outside), ...createDemoHandlers(kernel, true) }
      mountApi(app, handlers, { tokens: kernel.tokens, log, fingerprintKey: kernel.keys.fingerprints })
    },
  })
  const port = await listenOnPort(server, 0, '127.0.0.1')

  return {
    kernel,
    later(ms: number) {
      ahead += ms
    },
    /** Registers a person; returns their token. */
    async join(
      userId: string,
      role: RegisterAccountCommand['role'],
      given: Partial<RegisterAccountCommand> = {},
    ): Promise<string> {
      const zone = role === 'resident' ? ('Ablekuma North' as const) : undefined
      const person = { userId, role, zone, name: 'Ama', email: `${userId}@example.com`, password: PASSWORD, ...given }
      if (person.password === PASSWORD && !(await kernel.vault.credentials(userId)))
        await kernel.vault.setPassword(userId, PASSWORD_HASH, 0)
      const registered = await registerAccount(kernel, person, {
        commandId: `join/${userId}`,
        fingerprint: '',
        actor: userId,
      })
      if (isRejection(registered) || !registered.state.registered) throw new Error(`${userId} could not join`)
      const session = await openSession(kernel, registered.state.registered)
      if (isRejection(session)) throw new Error(`${userId} could not sign in`)
      return session.token
    },
    async call(
      name: EndpointName,
      { token = '', key = '', id = '', language = '', body = {} as object } = {},
    ): Promise<Reply> {
      const { method, path: route } = endpoints[name]
      const headers: Record<string, string> = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
      if (key) headers['Idempotency-Key'] = key
      if (language) headers['Accept-Language'] = language
      const url = `http://127.0.0.1:${port}/api${route.replace(':id', id)}`
      const reply = await fetch(url, { method: method.toUpperCase(), headers, body: JSON.stringify(body) })
      return { status: reply.status, body: await reply.json() }
    },
    /** Returns all events of a type, in order. */
    async events<T extends EventType>(type: T): Promise<EventOf<T>['data'][]> {
      const all = await kernel.store.readAll(LOG_START, 10_000)
      return all.filter((logged) => hasType(logged, type)).map((event): EventOf<T>['data'] => event.data)
    },
    /** Returns the sent mails, oldest first. */
    mails: () =>
      readdirSync(outbox)
        .filter((name) => name.endsWith('.eml'))
        .sort()
        .map((name) => readFileSync(path.join(outbox, name), 'utf8')),
    /** SMS that were sent, oldest first. */
    texts,
    /** Waits until every started mail is sent or dropped. */
    settled,
    /** Returns the whole log as text. */
    logText: async () => JSON.stringify(await kernel.store.readAll(LOG_START, 10_000)),
    async close() {
      await closeServer(server)
      // A mail in progress would block the removal of its folder.
      await settled()
      await Promise.all([kernel.store.close(), kernel.vault.close(), mail.close()])
      rmSync(folder, { recursive: true })
    },
  }
}
