/** Tests that repeated commands return no token that a sign-in would refuse. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { type Endpoint, type EndpointName, endpoints } from '#contract/endpoints.ts'
import { parseMailMessage } from '#tests/conformance/mail.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { openAccountsFixture, PASSWORD } from './fixtures-api.ts'
import { createCallerRegistrar } from './register-caller.ts'

let accounts: Awaited<ReturnType<typeof openAccountsFixture>>
beforeEach(async () => {
  accounts = await openAccountsFixture()
})
afterEach(() => accounts.close())

const EMAIL = 'u1@example.com'
const KEY = 'the same key'
const NEW = 'another good one'

/** Per endpoint that returns a token: prepares the test, and returns the request to send twice. */
const calls: Partial<Record<EndpointName, () => Promise<{ body: object; token?: string; password: string }>>> = {
  signUp: async () => ({
    body: { name: 'Ama', email: EMAIL, password: PASSWORD, zone: 'Ablekuma North' },
    password: PASSWORD,
  }),
  signIn: async () => {
    await accounts.join('u1', 'dispatcher')
    return { body: { email: EMAIL, password: PASSWORD }, password: PASSWORD }
  },
  claimByPhone: async () => {
    const caller = { number: '+233244123456', zone: 'Ablekuma North' }
    await createCallerRegistrar(accounts.kernel)(caller, { commandId: 'dial', fingerprint: '', actor: 'phone' })
    await accounts.call('requestClaimCode', { body: { phone: caller.number } })
    const code = await eventually(() => {
      const sent = /^\d{6}/.exec(accounts.texts.at(-1)?.text ?? '')?.[0]
      expect(sent).toBeDefined()
      return sent
    })
    return { body: { phone: caller.number, code, email: EMAIL, password: PASSWORD }, password: PASSWORD }
  },
  changePassword: async () => {
    const token = await accounts.join('u1', 'dispatcher')
    return { body: { currentPassword: PASSWORD, newPassword: NEW }, token, password: NEW }
  },
  demoSignIn: async () => {
    await accounts.join('u1', 'resident', { email: 'resident.ablekuma@test.com' })
    return { body: { identifier: 'resident.ablekuma@test.com' }, password: PASSWORD }
  },
}
/**
 * Sign-in endpoints without a password.
 * They accept requests from the same machine only.
 */
const WITHOUT_PASSWORD: readonly EndpointName[] = ['demoSignIn']

const answeringTokens = (Object.entries(endpoints) as [EndpointName, Endpoint][])
  .filter(([, { answer }]) => answer && 'shape' in answer && 'token' in (answer as z.ZodObject).shape)
  .map(([name]) => name)

async function reset(email: string, password: string): Promise<void> {
  await accounts.call('forgotPassword', { body: { identifier: email } })
  const link = await eventually(() => {
    const texts = accounts.mails().map((mail) => parseMailMessage(mail).text)
    const found = texts.map((text) => /reset-password\?token=([\w-]{43})/.exec(text)).findLast(Boolean)
    expect(found).toBeTruthy()
    return found
  })
  expect((await accounts.call('resetPassword', { body: { token: link?.[1], password } })).status).toBe(200)
}

it('is known of every call that answers a token', () =>
  expect(answeringTokens.toSorted()).toEqual(Object.keys(calls).toSorted()))

describe.each(answeringTokens)('%s, repeated', (name) => {
  const begin = async () => {
    const { body, token, password } = (await calls[name]?.()) ?? { body: {}, password: '' }
    const send = (with_ = token) => accounts.call(name, { body, key: KEY, token: with_ })
    const first = await send()
    expect(first.body.token, JSON.stringify(first)).toEqual(expect.any(String))
    return { send, password, userId: first.body.user?.id ?? 'u1', first }
  }

  it('after a lost answer gives a session that lives', async () => {
    const { send } = await begin()
    const again = await send()
    expect(await accounts.kernel.tokens.verify(again.body.token)).toBeDefined()
  })

  it.skipIf(WITHOUT_PASSWORD.includes(name))('after a reset gives none under the old password', async () => {
    const { send } = await begin()
    await reset(EMAIL, 'a third good one')
    const { token } = (await accounts.call('signIn', { body: { email: EMAIL, password: 'a third good one' } })).body
    for (const repeated of [await send(), await send(token)]) {
      expect(repeated.status).toBe(401)
      expect(JSON.stringify(repeated.body)).not.toContain('eyJ')
    }
  })

  it('after the account was erased gives none', async () => {
    const { send, userId } = await begin()
    await accounts.call('deleteUser', { token: await accounts.join('a1', 'admin'), id: userId })
    const repeated = await send()
    expect(repeated.status).toBeGreaterThanOrEqual(401)
    expect(repeated.body.token).toBeUndefined()
  })

  it.skipIf(WITHOUT_PASSWORD.includes(name))('where signing in is locked gives none', async () => {
    const { send } = await begin()
    for (let n = 0; n < 11; n++) await accounts.call('signIn', { body: { email: EMAIL, password: `a wrong one ${n}` } })
    expect((await accounts.call('signIn', { body: { email: EMAIL, password: PASSWORD } })).status).toBe(429)
    // Only public endpoints refuse here.
    // Otherwise strangers could lock out a signed-in person.
    if (endpoints[name].roles === 'public') expect((await send()).status).toBe(429)
  })
})
