/** Tests push delivery to a local service: recipients, retries, expiry. */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { registerAccount } from '#command-api/accounts/register.ts'
import { openSession } from '#command-api/accounts/session.ts'
import { loadAccount } from '#command-api/aggregates/account.ts'
import { createCommandApi } from '#command-api/app.ts'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'
import { isRejection } from '#contract/http/problems.ts'
import type { InternalCommandSender } from '#contract/internal-commands.ts'
import { createCustomText } from '#contract/notifications/texts.ts'
import { LOG_START } from '#platform/event-store/event-store.ts'
import { closeServer, createHttpServer, listenOnPort } from '#platform/http/server.ts'
import { createLog } from '#platform/logging.ts'
import { openMailOutbox } from '#platform/mail/outbox.ts'
import { createPushBrowserDouble, openPushService } from '#platform/push/fixtures.ts'
import { openPush } from '#platform/push/web-push.ts'
import { openInProcessKernel } from '../bench/fixtures.ts'

let folder: string
let city: Awaited<ReturnType<typeof openInProcessKernel>>
let service: Awaited<ReturnType<typeof openPushService>>
let server: Server
let url: string
let send: InternalCommandSender
const turns: Record<string, (number | 'silence')[]> = {}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  city = await openInProcessKernel(folder)
  for (const place of Object.keys(turns)) delete turns[place]
  service = await openPushService(turns)
  const { kernel } = city
  const mail = openMailOutbox(path.join(folder, 'outbox'), 'WasteSense <no-reply@example.com>')
  const push = await openPush(kernel.vault, 'https://app.example', service.reach)
  const api = createCommandApi(kernel, { mail, push, publicUrl: 'https://app.example' })
  const health = () => ({ status: 'ok' as const, version: '', position: '0', lag: {} })
  server = createHttpServer({ log: createLog('test', 'silent'), health, mount: api.mount })
  url = `http://127.0.0.1:${await listenOnPort(server, 0, '127.0.0.1')}`
  send = api.send
})
afterEach(async () => {
  await closeServer(server)
  await service.close()
  await city.close()
  rmSync(folder, { recursive: true })
})

async function join(userId: string): Promise<string> {
  const envelope = { commandId: userId, fingerprint: '', actor: userId }
  const person = { userId, role: 'recycler' as const, name: 'Ama', email: `${userId}@example.com` }
  await registerAccount(city.kernel, { ...person, password: 'a good password' }, envelope)
  return signIn(userId)
}
async function signIn(userId: string): Promise<string> {
  const registered = await loadAccount(city.kernel.store, userId)
  const session = registered && (await openSession(city.kernel, registered))
  if (!session || isRejection(session)) throw new Error(`${userId} could not sign in`)
  return session.token
}
async function call(name: EndpointName, token: string, body: object = {}) {
  const { method, path: route } = endpoints[name]
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  const reply = await fetch(`${url}/api${route}`, { method: method.toUpperCase(), headers, body: JSON.stringify(body) })
  return { status: reply.status, body: await reply.json() }
}
async function subscribe(token: string, place: string) {
  const browser = createPushBrowserDouble(`${service.origin}/${place}`)
  expect(await call('keepDevice', token, browser.target)).toMatchObject({ status: 200 })
  return browser
}
let notices = 0
async function tell(): Promise<string> {
  const notificationId = `composition-WS001-${++notices}`
  const news = { audience: 'recycler', kind: 'composition', text: createCustomText('New', 'M') } as const
  const at = new Date().toISOString()
  const about = { ...news, metadata: { siteId: 'WS001' }, notificationId, at }
  await send(`job/${notificationId}`, { type: 'NotifyRole', ...about })
  return notificationId
}
const push = (notificationId: string, userId: string) =>
  send(`job/push-${notificationId}-${userId}`, { type: 'PushNotification', notificationId, userId })
const cameTo = (place: string) => service.came.filter((came) => came.path === `/${place}`)
async function events(type: string) {
  return (await city.kernel.store.readAll(LOG_START, 10_000))
    .filter((event) => event.type === type)
    .map(({ data }) => data)
}

describe('a push', () => {
  it('comes to every browser of its reader, once, and leads to the site', async () => {
    const token = await join('r1')
    const [phone, desk] = [await subscribe(token, 'phone'), await subscribe(await signIn('r1'), 'desk')]
    const notificationId = await tell()
    await push(notificationId, 'r1')
    await push(notificationId, 'r1')
    const expected = { title: 'New', message: 'M', tag: notificationId, path: '/recycler/sites/WS001' }
    for (const [place, browser] of [
      ['phone', phone],
      ['desk', desk],
    ] as const) {
      expect(cameTo(place)).toHaveLength(1)
      expect(browser.read(cameTo(place)[0]?.body as Buffer)).toEqual(expected)
      expect(cameTo(place)[0]?.signed).toMatchObject({ aud: service.origin, sub: 'https://app.example' })
    }
    expect(await events('NotificationPushed')).toMatchObject([{ notificationId, userId: 'r1', devices: 2 }])
    expect(await events('PushSwitchedOn')).toHaveLength(1)
  })

  it('is in the language that its reader chose, with the formats of that language', async () => {
    for (const [userId, language] of [
      ['r1', 'fr'],
      ['r2', undefined],
    ] as const) {
      const token = await join(userId)
      const settings = { darkMode: true, notifications: {}, ...(language && { language }) }
      expect((await call('saveSettings', token, settings)).status).toBe(200)
      const browser = await subscribe(token, userId)
      const values = { site: 'Nord', used: 1_250, capacity: 1_300 }
      const news = { audience: 'recycler', kind: 'composition', text: { kind: 'site-full', values } } as const
      const about = { metadata: {}, notificationId: `full-${userId}`, at: new Date().toISOString() }
      await send(`job/full-${userId}`, { type: 'NotifyRole', ...news, ...about })
      await push(`full-${userId}`, userId)
      expect(browser.read(cameTo(userId)[0]?.body as Buffer)).toMatchObject(
        language === 'fr'
          ? {
              title: 'Site presque plein',
              message:
                'Nord est plein\u00a0: 1\u202f250 sur 1\u202f300\u00a0t. Envoyez les camions vers un autre site.',
            }
          : {
              title: 'Site Almost Full',
              message: 'Nord is full: it holds 1,250 of 1,300\u00a0t. Send trucks to another site.',
            },
      )
    }
  })

  it.each([[429], [500], [503]])('that is answered with %s is tried again', async (status) => {
    turns['/phone'] = [status, 201]
    await subscribe(await join('r1'), 'phone')
    const notificationId = await tell()
    await expect(push(notificationId, 'r1')).rejects.toThrow('a push service refused it')
    expect(await events('NotificationPushed')).toEqual([])
    await push(notificationId, 'r1')
    expect(cameTo('phone').map(({ headers }) => headers.topic)).toEqual([
      cameTo('phone')[0]?.headers.topic,
      cameTo('phone')[0]?.headers.topic,
    ])
    expect(await events('NotificationPushed')).toMatchObject([{ devices: 1 }])
  })

  it('to a browser that is gone is the last one, and the log says so', async () => {
    turns['/phone'] = [410]
    await subscribe(await join('r1'), 'phone')
    await push(await tell(), 'r1')
    await push(await tell(), 'r1')
    expect(cameTo('phone')).toHaveLength(1)
    expect(await city.kernel.vault.devices('r1')).toEqual([])
    expect(await events('PushSwitchedOff')).toHaveLength(1)
  })

  it('is not made of what was read, switched off, another’s, or old', async () => {
    const token = await join('r1')
    await subscribe(token, 'phone')
    const read = await tell()
    const { path: route } = endpoints.readNotification
    const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': 'read' }
    expect((await fetch(`${url}/api${route.replace(':id', read)}`, { method: 'PUT', headers })).status).toBe(200)
    await push(read, 'r1')
    const personal = {
      type: 'NotifyPerson',
      audience: 'recycler',
      kind: 'security',
      text: createCustomText('T', 'M'),
    } as const
    await send('job/personal', { ...personal, notificationId: 'personal', userId: 'r2' })
    await push('personal', 'r1')
    await push('nowhere', 'r1')
    const off = { darkMode: true, notifications: { delivery_alerts: false } }
    expect((await call('saveSettings', token, off)).status).toBe(200)
    await push(await tell(), 'r1')
    expect(service.came).toEqual([])
  })

  it('reaches nobody who signed out, ended the session elsewhere, or was erased', async () => {
    const [first, second] = [await join('r1'), await signIn('r1')]
    await subscribe(first, 'phone')
    await subscribe(second, 'desk')
    await call('signOut', first)
    await push(await tell(), 'r1')
    expect([cameTo('phone').length, cameTo('desk').length]).toEqual([0, 1])
    await send('job/erase', { type: 'FinishErasure', userId: 'r1' })
    await push(await tell(), 'r1')
    expect(cameTo('desk')).toHaveLength(1)
    expect(await city.kernel.vault.devices('r1')).toEqual([])
  })
})

describe('the door', () => {
  it('takes only browsers of public push services, with keys that are some', async () => {
    const token = await join('r1')
    const { target } = createPushBrowserDouble('https://169.254.169.254/latest')
    expect(await call('keepDevice', token, target)).toMatchObject({ status: 400 })
    const { target: good } = createPushBrowserDouble(`${service.origin}/phone`)
    for (const keys of [
      { ...good.keys, p256dh: 'AAAA' },
      { ...good.keys, auth: '' },
      { ...good.keys, auth: '<>' },
    ])
      expect(await call('keepDevice', token, { ...good, keys })).toMatchObject({ status: 400 })
    expect(await city.kernel.vault.devices('r1')).toEqual([])
  })

  it.each([
    [201, true, /The test was sent/],
    [410, false, /does not know this browser/],
    [500, false, /could not be reached/],
    [400, false, /refused the test/],
  ] as const)('says of a test that was answered with %s what came of it', async (status, taken, message) => {
    turns['/phone'] = [status]
    const token = await join('r1')
    const { target } = await subscribe(token, 'phone')
    const tested = await call('testPush', token, { endpoint: target.endpoint })
    expect(tested).toMatchObject({ status: 200, body: { taken, message: expect.stringMatching(message) } })
    expect(await city.kernel.vault.devices('r1')).toHaveLength(status === 410 ? 0 : 1)
  })

  it('tests no browser of another, and lets one go', async () => {
    const [mine, theirs] = [await join('r1'), await join('r2')]
    const { target } = await subscribe(mine, 'phone')
    const { endpoint } = target
    expect(await call('testPush', theirs, { endpoint })).toMatchObject({ status: 409 })
    expect(await call('dropDevice', theirs, { endpoint })).toMatchObject({ status: 200 })
    expect(await city.kernel.vault.devices('r1')).toHaveLength(1)
    expect(await call('dropDevice', mine, { endpoint })).toMatchObject({ status: 200 })
    expect(await city.kernel.vault.devices('r1')).toEqual([])
    expect(await events('PushSwitchedOff')).toHaveLength(1)
    expect(service.came).toEqual([])
  })

  it('writes no address of a browser down but sealed in the vault', async () => {
    const { target } = await subscribe(await join('r1'), 'secret-place')
    await push(await tell(), 'r1')
    const log = JSON.stringify(await city.kernel.store.readAll(LOG_START, 10_000))
    const files = ['vault.db', 'vault.db-wal'].map((name) => readFileSync(path.join(folder, name), 'latin1')).join('')
    for (const secret of ['secret-place', target.keys.auth, target.keys.p256dh]) {
      expect(log).not.toContain(secret)
      expect(files).not.toContain(secret)
    }
  })
})
