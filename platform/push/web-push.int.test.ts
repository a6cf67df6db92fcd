/** Pushes as a push service gets them: signed by us, readable for the browser alone, and what is made of each answer. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { publicLookup } from './public-address.ts'
import type { Push, PushText } from './push.ts'
import { openPushService } from './spec.ts'
import { openBrowser } from './spec-browser.ts'
import { vapidKeys } from './vapid.ts'
import { openWebPush } from './web-push.ts'

const text: PushText = {
  title: 'Ɔkɔ 👩🏾‍🌾',
  message: 'Waste composition updated',
  tag: 'composition-WS001-4',
  path: '/recycler',
}
const keys = vapidKeys(randomBytes(32))
const subject = 'https://app.example'
let service: Awaited<ReturnType<typeof openPushService>>
let push: Push
beforeAll(async () => {
  service = await openPushService({
    '/404': [404],
    '/410': [410],
    '/429': [429],
    '/500': [500],
    '/400': [400],
    '/302': [302],
    '/silence': ['silence'],
  })
  push = openWebPush({ keys, subject, reach: service.reach, timeoutMs: 500 })
})
afterAll(() => service.close())

it('arrives encrypted for the browser, under its tag, and signed for that push service', async () => {
  const browser = openBrowser(`${service.origin}/browser`)
  expect(await push.send(browser.target, text)).toBe('taken')
  const came = service.came.find(({ path }) => path === '/browser')
  expect(came?.key).toBe(push.publicKey)
  expect(came?.signed).toMatchObject({ aud: service.origin, sub: subject })
  expect(came?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
  expect(came?.headers.topic).toMatch(/^[\w-]{32}$/)
  expect(came?.body.toString('latin1')).not.toContain('composition')
  expect(browser.read(came?.body as Buffer)).toEqual(text)
  expect(() => openBrowser('').read(came?.body as Buffer)).toThrow()
})

it.each([
  ['/404', 'gone'],
  ['/410', 'gone'],
  ['/429', 'later'],
  ['/500', 'later'],
  ['/silence', 'later'],
  ['/400', 'refused'],
  ['/302', 'refused'],
] as const)('answered with %s, it is %s', async (path, outcome) => {
  expect(await push.send(openBrowser(service.origin + path).target, text)).toBe(outcome)
  expect(service.came.filter((came) => came.path === path)).toHaveLength(1)
  expect(service.came.filter((came) => came.path === '/elsewhere')).toEqual([])
})

it('is worth another try where nobody answers', async () => {
  const closed = await openPushService()
  await closed.close()
  const there = openWebPush({ keys, subject, reach: { ...service.reach, mayReach: () => true } })
  expect(await there.send(openBrowser(closed.origin).target, text)).toBe('later')
})

it('is sent nowhere but to public hosts, and to no browser whose keys are none', async () => {
  const before = service.came.length
  const outside = openWebPush({ keys, subject })
  const { target } = openBrowser(`${service.origin}/private`)
  expect(await outside.send(target, text)).toBe('refused')
  expect(await push.send({ ...target, keys: { ...target.keys, p256dh: 'AAAA' } }, text)).toBe('refused')
  expect(service.came).toHaveLength(before)
})

it('finds out at the connection where a public name leads', async () => {
  const named = openWebPush({
    keys,
    subject,
    reach: { mayReach: () => true, connection: { lookup: publicLookup, ca: service.reach.connection.ca } },
  })
  const before = service.came.length
  expect(await named.send(openBrowser(`${service.origin}/by-name`).target, text)).toBe('later')
  expect(service.came).toHaveLength(before)
})
