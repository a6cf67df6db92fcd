/** Tests that every command refuses another request's idempotency key. */

import { mkdtempSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashToken } from '#command-api/accounts/mail.ts'
import { createCommandApi } from '#command-api/app.ts'
import { seedDemoAccounts } from '#command-api/internal-commands/seed.ts'
import { openKernel } from '#command-api/kernel/kernel.ts'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import type { InternalCommandSender } from '#contract/internal-commands.ts'
import { createCustomText } from '#contract/notifications/texts.ts'
import { LOG_START } from '#platform/event-store/event-store.ts'
import { closeServer, createHttpServer, listenOnPort } from '#platform/http/server.ts'
import { openMailOutbox } from '#platform/mail/outbox.ts'
import { createLogProver, type LogProver } from '#platform/proof/prover.ts'
import { openPush } from '#platform/push/web-push.ts'
import { openInProcessKernel, quietLog, registerAccounts } from '../bench/fixtures.ts'
import { type CallOptions, call, type Reply } from './api-client.ts'
import {
  createIdempotencyCases,
  type IdempotencyCase,
  type IdempotencyCaseName,
  type IdempotencyCases,
} from './idempotency-cases.ts'

const PASSWORD = 'a demo password'
let folder: string
let city: Awaited<ReturnType<typeof openInProcessKernel>>
let commands: IdempotencyCases
let send: InternalCommandSender
const servers: Server[] = []
const apis: { url: string }[] = []

const provers: LogProver[] = []

/** Opens another command-api on the same event store, vault and rows. */
async function openCommandApi() {
  const kernel = await openKernel(city.kernel)
  const mail = openMailOutbox(path.join(folder, 'outbox'), 'WasteSense <no-reply@example.com>')
  const push = await openPush(kernel.vault, 'http://app')
  const prover = createLogProver({ store: kernel.store, vault: kernel.vault, dataDir: folder })
  provers.push(prover)
  const api = createCommandApi(kernel, { mail, push, prover, publicUrl: 'http://app', demo: true })
  const health = () => ({ status: 'ok' as const, version: '', position: '0', lag: {} })
  const server = createHttpServer({ log: quietLog, health, mount: api.mount })
  send = api.send
  servers.push(server)
  apis.push({ url: `http://127.0.0.1:${await listenOnPort(server, 0, '127.0.0.1')}` })
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  city = await openInProcessKernel(folder)
  await seedDemoAccounts(city.kernel, PASSWORD)
  await openCommandApi()
  await openCommandApi()
  commands = createIdempotencyCases({
    ask: (name, options) => ask(0, name, options),
    residents: await registerAccounts(city.kernel, 'resident', 30),
    password: PASSWORD,
    addResetLink: (userId, token) => city.kernel.vault.saveLink('reset', hashToken(token), userId, Date.now() + 60_000),
    addConfirmation: (userId, token) =>
      city.kernel.vault.saveLink('confirmation', hashToken(token), userId, Date.now() + 60_000),
    find: (findingId) =>
      send(`finding-${findingId}`, {
        ...{ type: 'RaiseFinding', findingId, rule: 'fuel-above-tank', about: { vehicleId: 'T001' } },
        ...{ evidence: [1], figures: {}, happenedAt: new Date().toISOString() },
      }),
    async notify(userId) {
      const notificationId = crypto.randomUUID()
      const command = {
        userId,
        audience: 'resident',
        kind: 'security',
        text: createCustomText('Hello', 'Hello'),
      } as const
      await send(notificationId, { type: 'NotifyPerson', notificationId, ...command })
      return notificationId
    },
  })
})
afterAll(async () => {
  for (const server of servers) await closeServer(server)
  for (const prover of provers) prover.close()
  await city.close()
  rmSync(folder, { recursive: true })
})

const ask = (api: number, name: EndpointName, options: CallOptions) =>
  call(apis[api] as Parameters<typeof call>[0], name, options)
/** Counts the events of the log, except security events. */
const logged = async () =>
  (await city.kernel.store.readAll(LOG_START, 100_000)).filter(({ type }) => type !== 'SecurityNoted').length
const done = ({ status }: Reply) => status < 300

/**
 * Commands that have a body or an id in their path.
 * The fuel calculation is excluded, because it changes nothing.
 */
const named = (Object.entries(endpoints) as [EndpointName, Endpoint][])
  .filter(([name, { method }]) => method !== 'get' && name !== 'calculateConsumption')
  .filter(([, { body, params }]) => body || params)
  // Upload commands are covered by pictures.test.ts and analyses.test.ts.
  .filter(([, { upload }]) => !upload)
  // Callbacks of gateways have no idempotency key.
  // Claiming an account and resetting a password need a code by SMS.
  // See ussd.int.test.ts, sms-in.int.test.ts and phone-claims.int.test.ts.
  .filter(([name, { secret }]) => !secret && name !== 'claimByPhone' && name !== 'resetByPhone')
  .map(([name]) => name as IdempotencyCaseName)

it('is asked of every command of the table', () => {
  expect(Object.keys(commands).sort()).toEqual([...named].sort())
})

describe('a key that was used', () => {
  it.each(named)('%s: is refused with another request, which writes nothing, and repeats its own', async (name) => {
    const command = commands[name] as IdempotencyCase
    const key = crypto.randomUUID()
    const first = await command.first()
    const reply = await ask(0, name, { ...first, key })
    expect(reply.status, reply.text).toBe(command.told ?? endpoints[name].status)
    const other = await command.other(reply)
    const before = await logged()
    for (const api of [1, 0]) expect((await ask(api, name, { ...other, key })).status).toBe(422)
    expect(await logged()).toBe(before)
    if (command.told || command.isOnce) return
    const again = await ask(1, name, { ...first, key })
    expect(again.status, again.text).toBe(reply.status)
    expect(await logged()).toBe(before)
  })

  it.each(['refuel', 'registerVehicle', 'createStaff', 'signUp', 'saveSettings'] as const)(
    '%s: of two requests at once at two command-apis one is carried out',
    async (name) => {
      for (let round = 0; round < 5; round++) {
        const key = crypto.randomUUID()
        const command = commands[name] as IdempotencyCase
        const [first, other] = [await command.first(), await command.other()]
        const replies = await Promise.all([ask(0, name, { ...first, key }), ask(1, name, { ...other, key })])
        expect(replies.filter(done), replies.map(({ text }) => text).join()).toHaveLength(1)
        expect(replies.map(({ status }) => status)).toContain(422)
      }
    },
  )
})

describe('a key that was claimed', () => {
  const vehicle = (id: string) => ({ token: '', body: { vehicle_id: id, liters_added: 1, cost_per_liter: 10 } })

  it('is still free for its own request when that was refused', async () => {
    const key = crypto.randomUUID()
    const register = commands.registerVehicle as IdempotencyCase
    const { token, body } = (await register.first()) as { token: string; body: { id: string } }
    const refuel = { ...vehicle(body.id), token, key }
    expect((await ask(0, 'refuel', refuel)).status).toBe(404)
    expect((await ask(0, 'registerVehicle', { token, body })).status).toBe(201)
    expect((await ask(1, 'refuel', { ...refuel, ...vehicle('T001'), token })).status).toBe(422)
    expect((await ask(1, 'refuel', refuel)).status).toBe(200)
  })

  it('without a key the same request is another one', async () => {
    const { token } = await (commands.refuel as IdempotencyCase).first()
    const before = await logged()
    for (const api of [0, 1]) expect((await ask(api, 'refuel', { ...vehicle('T001'), token })).status).toBe(200)
    expect(await logged()).toBe(before + 2)
  })

  it('does not let anybody without an account write to the log', async () => {
    const before = await logged()
    const wrong = { email: 'nobody@example.com', password: 'no such password' }
    const key = () => crypto.randomUUID()
    expect((await ask(0, 'signIn', { body: wrong, key: key() })).status).toBe(401)
    const reset = { token: 'made up', password: 'a good password' }
    expect((await ask(0, 'resetPassword', { body: reset, key: key() })).status).toBe(400)
    expect((await ask(0, 'demoSignIn', { body: { identifier: 'nobody' }, key: key() })).status).toBe(404)
    expect(await logged()).toBe(before)
  })
})
