/** Tests pushes: signature, encryption for the browser, and each answer's outcome. */

import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { eventually } from '#tests/fixtures/eventually.ts'
import { createPushBrowserDouble, openPushService } from './fixtures.ts'
import { lookUpPublicAddress } from './public-address.ts'
import type { PushMessage, PushSender } from './push.ts'
import { deriveVapidKeys } from './vapid.ts'
import { openWebPush } from './web-push.ts'

const text: PushMessage = {
  title: 'Ɔkɔ 👩🏾‍🌾',
  message: 'Waste composition updated',
  tag: 'composition-WS001-4',
  path: '/recycler',
}
const keys = deriveVapidKeys(randomBytes(32))
const subject = 'https://app.example'
let service: Awaited<ReturnType<typeof openPushService>>
let push: PushSender
/**
 * Aborts the latest push request, as its time limit would.
 * Tests abort a request that the simulated push service does not answer.
 */
let deadline = new AbortController()
beforeAll(async () => {
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    deadline = new AbortController()
    return deadline.signal
  })
  const answers = {
    '/404': [404],
    '/410': [410],
    '/429': [429],
    '/500': [500],
    '/400': [400],
    '/302': [302],
    '/silence': ['silence' as const],
  }
  service = await openPushService(answers, {}, () => deadline.abort(new DOMException('', 'TimeoutError')))
  push = openWebPush({ keys, subject, reach: service.reach, timeoutMs: 500 })
  return () => timeout.mockRestore()
})
afterAll(() => service.close())

it('arrives encrypted for the browser, under its tag, and signed for that push service', async () => {
  const browser = createPushBrowserDouble(`${service.origin}/browser`)
  expect(await push.send(browser.target, text)).toBe('taken')
  const came = service.came.find(({ path }) => path === '/browser')
  expect(came?.key).toBe(push.publicKey)
  expect(came?.signed).toMatchObject({ aud: service.origin, sub: subject })
  expect(came?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' })
  expect(came?.headers.topic).toMatch(/^[\w-]{32}$/)
  expect(came?.body.toString('latin1')).not.toContain('composition')
  expect(browser.read(came?.body as Buffer)).toEqual(text)
  expect(() => createPushBrowserDouble('').read(came?.body as Buffer)).toThrow()
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
  expect(await push.send(createPushBrowserDouble(service.origin + path).target, text)).toBe(outcome)
  expect(service.came.filter((came) => came.path === path)).toHaveLength(1)
  expect(service.came.filter((came) => came.path === '/elsewhere')).toEqual([])
  expect(AbortSignal.timeout).toHaveBeenLastCalledWith(500)
})

it('is worth another try without an answer', async () => {
  const closed = await openPushService()
  await closed.close()
  const there = openWebPush({ keys, subject, reach: { ...service.reach, mayReach: () => true } })
  expect(await there.send(createPushBrowserDouble(closed.origin).target, text)).toBe('later')
})

it('is sent nowhere but to public hosts, and to no browser whose keys are none', async () => {
  const before = service.came.length
  const outside = openWebPush({ keys, subject })
  const { target } = createPushBrowserDouble(`${service.origin}/private`)
  expect(await outside.send(target, text)).toBe('refused')
  expect(await push.send({ ...target, keys: { ...target.keys, p256dh: 'AAAA' } }, text)).toBe('refused')
  expect(service.came).toHaveLength(before)
})

it('finds out at the connection where a public name leads', async () => {
  const named = openWebPush({
    keys,
    subject,
    reach: { mayReach: () => true, connection: { lookup: lookUpPublicAddress, ca: service.reach.connection.ca } },
  })
  const before = service.came.length
  expect(await named.send(createPushBrowserDouble(`${service.origin}/by-name`).target, text)).toBe('later')
  expect(service.came).toHaveLength(before)
})

describe('a service that asks for patience', () => {
  let time: number
  beforeEach(() => {
    time = Date.parse('2026-03-01T08:00:00.000Z')
  })
  async function asking(retryAfter: string) {
    const busy = await openPushService({ '/phone': [429, 503, 201] }, { '/phone': retryAfter })
    const patient = openWebPush({ keys, subject, reach: busy.reach, now: () => time })
    const send = (place = '/phone') => patient.send(createPushBrowserDouble(busy.origin + place).target, text)
    return { busy, send }
  }

  it.each([
    ['seconds', '120'],
    ['a date', 'Sun, 01 Mar 2026 08:02:00 GMT'],
  ])('in %s is asked nothing until then, for no browser, and everything afterwards', async (_, retryAfter) => {
    const { busy, send } = await asking(retryAfter)
    expect(await send()).toBe('later')
    time += 119_000
    expect([await send(), await send('/desk')]).toEqual(['later', 'later'])
    expect(busy.came).toHaveLength(1)
    time += 1_000
    expect(await send('/desk')).toBe('taken')
    expect(await send()).toBe('later')
    time += 120_000
    expect(await send()).toBe('taken')
    expect(busy.came).toHaveLength(4)
    await busy.close()
  })

  it('for ever is asked again after an hour', async () => {
    const { busy, send } = await asking('99999999999')
    await send()
    time += 60 * 60_000
    await send()
    expect(busy.came).toHaveLength(2)
    await busy.close()
  })

  it('is asked again once a clock is right that was ahead', async () => {
    const { busy, send } = await asking('120')
    await send()
    time -= 365 * 86_400_000
    await send()
    expect(busy.came).toHaveLength(2)
    await busy.close()
  })

  it.each(['soon', '-5', '0', 'Sun, 01 Mar 2020 08:02:00 GMT'])(
    'until %s is asked when the next push comes',
    async (retryAfter) => {
      const { busy, send } = await asking(retryAfter)
      expect([await send(), await send(), await send()]).toEqual(['later', 'later', 'taken'])
      await busy.close()
    },
  )

  it('is no other service', async () => {
    const [{ busy, send }, other] = [await asking('60'), await openPushService()]
    expect(await send()).toBe('later')
    const both = { mayReach: () => true, connection: other.reach.connection }
    const patient = openWebPush({ keys, subject, reach: both, now: () => time })
    expect(await patient.send(createPushBrowserDouble(`${busy.origin}/phone`).target, text)).toBe('later')
    expect(await patient.send(createPushBrowserDouble(`${other.origin}/phone`).target, text)).toBe('taken')
    await Promise.all([busy.close(), other.close()])
  })
})

it('sends to few silent services at once, and meanwhile to all that answer', async () => {
  const silent = await Promise.all([1, 2, 3].map(() => openPushService({ '/phone': ['silence'] })))
  const good = await openPushService()
  const reach = { mayReach: () => true, connection: good.reach.connection }
  const sender = openWebPush({ keys, subject, reach })
  const send = (origin: string) => sender.send(createPushBrowserDouble(`${origin}/phone`).target, text)
  expect(await send(good.origin)).toBe('taken')
  const [first, second, third] = silent.map(({ origin }) => origin) as [string, string, string]
  const hanging = [send(first), send(second)]
  await eventually(() => expect(silent.map(({ came }) => came.length)).toEqual([1, 1, 0]))
  expect(await send(third)).toBe('later')
  expect(await send(first)).toBe('later')
  expect(silent.map(({ came }) => came.length)).toEqual([1, 1, 0])
  expect(await send(good.origin)).toBe('taken')
  await Promise.all(silent.map((service) => service.close()))
  expect(await Promise.all(hanging)).toEqual(['later', 'later'])
  // The requests without a response have ended, so other push services can be called again.
  expect(await send(third)).toBe('later')
  expect(await send(good.origin)).toBe('taken')
  await good.close()
})

it('pauses services that let their trial run out, so that retries to them hold up no other', async () => {
  let time = Date.parse('2026-03-01T08:00:00.000Z')
  const timeOut = () => deadline.abort(new DOMException('', 'TimeoutError'))
  const silent = await Promise.all([1, 2].map(() => openPushService({ '/phone': ['silence'] }, {}, timeOut)))
  const reach = { mayReach: () => true, connection: service.reach.connection }
  const sender = openWebPush({ keys, subject, reach, now: () => time })
  const sendToAll = async () => {
    const outcomes: string[] = []
    for (const { origin } of silent)
      outcomes.push(await sender.send(createPushBrowserDouble(`${origin}/phone`).target, text))
    return outcomes
  }
  expect(await sendToAll()).toEqual(['later', 'later'])
  time += 299_000
  expect(await sendToAll()).toEqual(['later', 'later'])
  expect(silent.map(({ came }) => came.length)).toEqual([1, 1])
  time += 1_000
  expect(await sendToAll()).toEqual(['later', 'later'])
  expect(silent.map(({ came }) => came.length)).toEqual([2, 2])
  await Promise.all(silent.map((one) => one.close()))
})

it('asks a service again at once that answered before and was silent once', async () => {
  const timeOut = () => deadline.abort(new DOMException('', 'TimeoutError'))
  const once = await openPushService({ '/phone': [201, 'silence', 201] }, {}, timeOut)
  const sender = openWebPush({ keys, subject, reach: once.reach })
  const send = () => sender.send(createPushBrowserDouble(`${once.origin}/phone`).target, text)
  expect([await send(), await send(), await send()]).toEqual(['taken', 'later', 'taken'])
  await once.close()
})

it('waits longer for a service on trial than for one that answered fast, and keeps slow ones on trial', async () => {
  const good = await openPushService()
  let [time, tookMs] = [0, 100]
  const sender = openWebPush({ keys, subject, reach: good.reach, now: () => (time += tookMs) })
  const timeLimitOf = async () => {
    await sender.send(createPushBrowserDouble(`${good.origin}/phone`).target, text)
    return vi.mocked(AbortSignal.timeout).mock.lastCall?.[0]
  }
  expect([await timeLimitOf(), await timeLimitOf()]).toEqual([5_000, 1_500])
  tookMs = 2_000
  expect([await timeLimitOf(), await timeLimitOf(), await timeLimitOf()]).toEqual([1_500, 5_000, 5_000])
  tookMs = 100
  expect([await timeLimitOf(), await timeLimitOf()]).toEqual([5_000, 1_500])
  await good.close()
})
