/** Tests sessions over HTTP: ending one session or all others, and that no response is cached. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Principal } from '#platform/auth/tokens.ts'
import { parseMailMessage } from '#tests/conformance/mail.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { describeDevice } from './devices.ts'
import { openAccountsFixture, PASSWORD } from './fixtures-api.ts'

let accounts: Awaited<ReturnType<typeof openAccountsFixture>>
beforeEach(async () => {
  accounts = await openAccountsFixture()
  await accounts.join('d1', 'dispatcher')
})
afterEach(() => accounts.close())

const signIn = async (password = PASSWORD): Promise<string> =>
  (await accounts.call('signIn', { body: { email: 'd1@example.com', password } })).body.token
const sessions = () => accounts.kernel.vault.sessions('d1', Date.now())
const lives = async (token: string) => (await accounts.kernel.tokens.verify(token)) !== undefined
const idOf = async (token: string) => (await accounts.kernel.tokens.verify(token))?.sessionId as string
const kinds = async () => (await accounts.events('SecurityNoted')).map(({ kind }) => kind)

describe('a session', () => {
  it('ends on the server when its owner signs out, and no other does', async () => {
    const [here, there] = [await signIn(), await signIn()]
    expect((await accounts.call('signOut', { token: here })).status).toBe(200)
    expect([await lives(here), await lives(there)]).toEqual([false, true])
    expect((await accounts.call('signOut', { token: here })).status).toBe(401)
    expect(await kinds()).toContain('signed-out')
  })

  it('is ended from another one by its id, which ends nobody else’s', async () => {
    const [here, there] = [await signIn(), await signIn()]
    const stranger = await accounts.join('d2', 'dispatcher')
    expect((await accounts.call('endSession', { token: stranger, id: await idOf(there) })).status).toBe(404)
    expect((await accounts.call('endSession', { token: here, id: await idOf(there) })).status).toBe(200)
    expect([await lives(here), await lives(there)]).toEqual([true, false])
  })

  it('stays alone when all others are ended', async () => {
    const tokens = [await signIn(), await signIn(), await signIn()]
    const [here = '', ...others] = tokens
    const { body } = await accounts.call('endOtherSessions', { token: here })
    // Three sessions have ended: the two in `others`, and the one that creating the account opened.
    expect(body.ended).toBe(3)
    expect(await lives(here)).toBe(true)
    for (const token of others) expect(await lives(token)).toBe(false)
    expect(await sessions()).toHaveLength(1)
  })

  it('ends with a change of the password, except for the new one', async () => {
    const [here, there] = [await signIn(), await signIn()]
    const body = { currentPassword: PASSWORD, newPassword: 'another good one' }
    const changed = await accounts.call('changePassword', { token: here, body })
    expect([await lives(here), await lives(there), await lives(changed.body.token)]).toEqual([false, false, true])
    expect(await sessions()).toHaveLength(1)
  })

  it('of a token from before sessions existed has ended: its owner must sign in', async () => {
    const now = Date.now()
    const old = await accounts.kernel.tokens.issue({ userId: 'd1', role: 'dispatcher' } as Principal, 1, now)
    expect(await accounts.call('signOut', { token: old })).toMatchObject({
      status: 401,
      body: { title: 'unauthenticated', message: 'Please sign in.' },
    })
    const body = { currentPassword: PASSWORD, newPassword: 'another good one' }
    expect((await accounts.call('changePassword', { token: old, body })).status).toBe(401)
    const token = await signIn()
    expect(await lives(token)).toBe(true)
  })
})

it('a changed password is mailed to its owner once', async () => {
  const token = await signIn()
  const body = { currentPassword: PASSWORD, newPassword: 'another good one' }
  const changed = await accounts.call('changePassword', { token, key: 'k', body })
  await accounts.call('changePassword', { token: changed.body.token, key: 'k', body })
  await eventually(() => expect(accounts.mails()).toHaveLength(1))
  const { text } = parseMailMessage(accounts.mails()[0] ?? '')
  expect(text).toContain('was changed just now')
  expect(await kinds()).toContain('password-changed')
})

it.each([
  ['signUp', { name: 'Ama', email: 'r1@example.com', zone: 'Ablekuma North', password: 'Password123' }, 'password'],
  ['changePassword', { currentPassword: PASSWORD, newPassword: 'iloveyou1' }, 'newPassword'],
  ['resetPassword', { token: 'any', password: '1234567890' }, 'password'],
] as const)('%s refuses a password that everybody tries first', async (name, body, field) => {
  const { status, body: problem } = await accounts.call(name, { token: await signIn(), body })
  expect([status, problem.errors?.[field]]).toEqual([400, expect.stringContaining('This password is too common')])
})

it.each([
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605 Version/18.0 Mobile Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0 Safari/537.36 Edg/141.0',
    'Edge on Windows',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', 'Firefox on Linux'],
  ['node', 'Unknown browser'],
])('%s is shown as %s', (userAgent, name) => expect(describeDevice(userAgent)).toBe(name))
