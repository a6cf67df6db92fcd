/** Tests the API's answers to bad input and to repeated requests. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { ROLES, type Role } from '#domain/city.ts'
import { call, expectProblem, type Reply, SEEDED_IDENTIFIERS, sendRequest, signIn, signUp } from './api-client.ts'
import { type RunningApp, startWasteSense } from './running-app.ts'

let app: RunningApp
let tokens: Record<Role, string>

beforeAll(async () => {
  app = await startWasteSense()
  const signedIn = await Promise.all(ROLES.map(async (role) => [role, await signIn(app, SEEDED_IDENTIFIERS[role])]))
  tokens = Object.fromEntries(signedIn)
})
afterAll(() => app?.clear())

const all = Object.entries(endpoints) as [EndpointName, Endpoint][]

/** JSON nested as deeply as the largest allowed body permits. */
const ENDLESS = ['['.repeat(30_000) + ']'.repeat(30_000), `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`]

describe('what browsers are told', () => {
  it('to keep no answer of the API, and to connect to nobody else', async () => {
    const personal = { headers: { Authorization: `Bearer ${tokens.resident}` } }
    for (const address of ['/api/auth/me', '/api/auth/notifications'])
      expect((await fetch(app.url + address, personal)).headers.get('Cache-Control')).toBe('no-store')
    const policy = (await fetch(app.url)).headers.get('Content-Security-Policy')
    expect(policy?.split(';')).toContain("connect-src 'self'")
  })
})

describe('bad input', () => {
  it.each(all.filter(([, { secret }]) => secret))('%s says nothing without its secret', async (name) => {
    for (const body of ['{"a":', 'null', '\u0000', ...ENDLESS])
      expect(await call(app, name, { body, id: 'u-none' })).toMatchObject({ status: 404, text: '' })
  })

  it.each(all.filter(([, { body, secret }]) => body && !secret))(
    '%s refuses what is not JSON',
    async (name, { roles }) => {
      const role = ROLES.find((role) => roles === 'public' || roles === 'any' || roles.includes(role)) as Role
      for (const body of ['{"a":', 'null', '[]', '"text"', '{"a":1}{"b":2}', '\u0000'])
        expectProblem(await call(app, name, { token: tokens[role], body, id: 'u-none' }), 400)
    },
  )

  it.each(all.filter(([, { method, secret }]) => method !== 'get' && !secret))(
    '%s refuses what is nested without end',
    async (name, { roles }) => {
      const role = ROLES.find((role) => roles === 'public' || roles === 'any' || roles.includes(role)) as Role
      for (const nested of ENDLESS)
        for (const body of [nested, `{"unasked":${nested}}`])
          expectProblem(await call(app, name, { token: tokens[role], body, id: 'u-none' }), 400)
    },
  )

  it('names every wrong field of a sign-up', async () => {
    const body = { email: 'no', password: 'short', name: ' ', phone: 'call me', zone: '', role: 'admin' }
    const reply = await call(app, 'signUp', { body })
    expectProblem(reply, 400)
    expect(Object.keys(reply.body.errors).sort()).toEqual(['email', 'name', 'password', 'phone', 'role', 'zone'])
  })

  it('takes any Unicode as a name and password, and tells it back', async () => {
    const person = {
      name: '👩🏾‍🌾 Naa Ɔkɔ 𝒜',
      password: '密码🔑パスワード',
      zone: 'Ayawaso West',
      phone: '+233 20-123',
    }
    const email = `unicode.${Date.now()}@example.com`
    const { status, body } = await call(app, 'signUp', { body: { ...person, email } })
    expect(status).toBe(201)
    expect(body.user.name).toBe(person.name)
    expect(await signIn(app, email, person.password)).toBeTruthy()
  })

  it('limits a description to 500 characters, and says so', async () => {
    const { token } = await signUp(app)
    const reply = await call(app, 'reportBinFull', { token, body: { description: 'x'.repeat(10_000) } })
    expectProblem(reply, 400)
    expect(reply.body.errors).toEqual({ description: 'Use at most 500 characters' })
    expect((await call(app, 'reportBinFull', { token, body: { description: 'x'.repeat(500) } })).status).toBe(201)
  })

  it('refuses a body that is too large, or not what its headers say', async () => {
    const token = tokens.resident
    const huge = { description: 'x'.repeat(70_000) }
    expectProblem(await call(app, 'reportBinFull', { token, body: huge }), 413)
    const lies = { 'Content-Encoding': 'gzip' }
    expectProblem(await call(app, 'reportBinFull', { token, body: '{}', headers: lies }), 400)
    const odd = { 'Content-Type': 'application/json; charset=none-such' }
    expectProblem(await call(app, 'reportBinFull', { token, body: '{}', headers: odd }), 415)
  })

  it.each(['/api/none', '/api/auth/login', '/api/auth/none/x', '/internal/none'])(
    'does not know GET %s',
    async (path) => expectProblem(await sendRequest(app, 'get', path), 404),
  )

  it('does not stumble over an address that is none', async () => {
    expectProblem(await sendRequest(app, 'get', '/api/auth/waste-sites/%E0%A4%A', { token: tokens.admin }), 400)
    expectProblem(
      await sendRequest(app, 'get', `/api/auth/waste-sites/${'x'.repeat(81)}`, { token: tokens.admin }),
      404,
    )
  })

  it('does not know a report, notification or site that is not there', async () => {
    const token = tokens.dispatcher
    const body = { status: 'collected' }
    for (const id of ['none', 'u1.1', '..%2F..', 'u1.1%00'])
      expectProblem(await call(app, 'markReport', { token, id, body }), 404)
    expectProblem(await call(app, 'readNotification', { token, id: 'none' }), 404)
    expectProblem(await call(app, 'site', { token, id: 'none' }), 404)
  })
})

describe("what is another's", () => {
  it('can not be read, reported or deleted', async () => {
    const [one, other] = await Promise.all([signUp(app), signUp(app)])
    expectProblem(await call(app, 'userReports', { token: one.token, id: other.id }), 403)
    expectProblem(await call(app, 'reportBinFull', { token: one.token, body: { userId: other.id } }), 403)
    const body = { password: one.password }
    expectProblem(await call(app, 'deleteAccount', { token: one.token, id: other.id, body }), 403)
    expectProblem(await call(app, 'deleteAccount', { token: tokens.admin, id: other.id, body }), 403)
  })

  it('an email that is taken is 409', async () => {
    const { email, password, name } = await signUp(app)
    const again = { email: ` ${email.toUpperCase()} `, password, name, zone: 'Ablekuma North' }
    const reply = await call(app, 'signUp', { body: again })
    expectProblem(reply, 409)
    expect(reply.body.message).toBe('Email already registered')
  })
})

describe('too many failed sign-ins', () => {
  it('are refused, also in one burst and however the name is written, and others are not', async () => {
    const { email, password } = await signUp(app)
    const spellings = [email, email.toUpperCase(), ` ${email}`, email.replace('p', 'ｐ')]
    const guesses = Array.from({ length: 16 }, (_, n) => ({ email: spellings[n % 4], password: `guess ${n}` }))
    const replies = await Promise.all(guesses.map((body) => call(app, 'signIn', { body })))
    expect(replies.filter((reply) => reply.status === 401)).toHaveLength(10)
    expect(replies.filter((reply) => reply.status === 429)).toHaveLength(6)
    const reply = await call(app, 'signIn', { body: { email, password } })
    expectProblem(reply, 429)
    expect(reply.body.message).toMatch(/try again in \d+ minutes?\./)
    expect(await signIn(app, SEEDED_IDENTIFIERS.auditor)).toBeTruthy()
  })
})

describe("a resident's commands without end", () => {
  it('are refused across all of them, with the time to wait, and hold up nobody else', async () => {
    const [one, other] = await Promise.all([signUp(app), signUp(app)])
    const settings = (token: string, darkMode: boolean) =>
      call(app, 'saveSettings', { token, body: { darkMode, notifications: {} } })
    const replies: Reply[] = []
    for (let n = 0; n < 300; n += 50)
      replies.push(...(await Promise.all(Array.from({ length: 50 }, (_, i) => settings(one.token, i % 2 === 0)))))
    expect(replies.filter(({ status }) => status === 429)).toEqual([])
    const refused = await fetch(`${app.url}/api/auth/report-bin-full`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${one.token}` },
    })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(600)
    expect((await call(app, 'me', { token: one.token })).status).toBe(200)
    expect((await settings(other.token, true)).status).toBe(200)
  })
})

describe('the same command again', () => {
  it('ten clicks at once are one report and equal answers, also after a kill', async () => {
    const { token, id } = await signUp(app)
    const click = (description = 'Two bags') => call(app, 'reportBinFull', { token, key: 'k1', body: { description } })
    const replies = await Promise.all(Array.from({ length: 10 }, () => click()))
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
    expect(replies[0]?.status).toBe(201)
    await app.kill('SIGKILL')
    await app.restart()
    expect((await click()).text).toBe(replies[0]?.text)
    expectProblem(await click('Three bags'), 422)
    const { body } = await call(app, 'userReports', { token, id })
    expect(body.reports).toHaveLength(1)
  })

  it('a sign-up sent twice is one person; another with the same key is not them', async () => {
    const body = {
      name: 'Twice',
      email: `twice.${Date.now()}@example.com`,
      password: 'a good password',
      zone: 'Ayawaso West',
    }
    const [first, second] = await Promise.all(
      [1, 2].map(() => call(app, 'signUp', { body, key: `twice-${body.email}` })),
    )
    expect(first?.status).toBe(201)
    // The repeated sign-up creates a new session but no second account.
    // Its status is also 201.
    expect(second?.status).toBe(201)
    expect(second?.body.user).toEqual(first?.body.user)
    expectProblem(await call(app, 'signUp', { body: { ...body, name: 'Other' }, key: `twice-${body.email}` }), 422)
  })

  it('two dispatchers at once: one collects, the other is told', async () => {
    const { token } = await signUp(app)
    const { body } = await call(app, 'reportBinFull', { token, body: {} })
    const mark = () =>
      call(app, 'markReport', { token: tokens.dispatcher, id: body.report.id, body: { status: 'collected' } })
    const replies = await Promise.all([mark(), mark()])
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409])
    expectProblem(replies.find((reply) => reply.status === 409) as Reply, 409)
  })

  it('without a key two different people never share an answer', async () => {
    const [one, other] = await Promise.all([signUp(app), signUp(app)])
    const reply = (token: string) => call(app, 'reportBinFull', { token, key: 'shared', body: {} })
    expect((await reply(one.token)).body.report.userId).toBe(one.id)
    expect((await reply(other.token)).body.report.userId).toBe(other.id)
  })
})

describe('a token', () => {
  it('dies with a password change; the new one lives', async () => {
    const { token, password } = await signUp(app)
    const body = { currentPassword: password, newPassword: 'another password' }
    const changed = await call(app, 'changePassword', { token, body })
    expect(changed.status).toBe(200)
    expectProblem(await call(app, 'me', { token }), 401)
    expect((await call(app, 'me', { token: changed.body.token })).status).toBe(200)
  })

  it('dies with the account, whose open report then reads Erased resident', async () => {
    const { token, id, password, name } = await signUp(app)
    const { body } = await call(app, 'reportBinFull', { token, body: { description: 'behind the blue gate' } })
    expectProblem(await call(app, 'deleteAccount', { token, id, body: { password: 'wrong' } }), 401)
    expect((await call(app, 'deleteAccount', { token, id, body: { password } })).status).toBe(200)
    expectProblem(await call(app, 'me', { token }), 401)
    const active = await call(app, 'activeReports', { token: tokens.dispatcher })
    const row = active.body.reports.find((row: { id: string }) => row.id === body.report.id)
    expect(row).toMatchObject({ resident_name: 'Erased resident' })
    expect(active.text).not.toContain('blue gate')
    expect((await call(app, 'userReports', { token: tokens.admin, id })).text).not.toMatch(
      new RegExp(`${name}"|blue gate`),
    )
  })
})
