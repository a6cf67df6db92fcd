/** Tests of passwords over HTTP: Unicode, reset links, limits, hidden accounts. */

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import { StoreUnavailable } from '#platform/event-store/event-store.ts'
import { parseMailMessage } from '#tests/conformance/mail.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { createGate } from '#tests/fixtures/gate.ts'
import { openAccountsFixture, PASSWORD } from './fixtures-api.ts'
import { resetPassword } from './reset-password.ts'

let accounts: Awaited<ReturnType<typeof openAccountsFixture>>
beforeEach(async () => {
  accounts = await openAccountsFixture()
})
afterEach(() => accounts.close())

const EMAIL = 'd1@example.com'
const signIn = (password: string, email = EMAIL) => accounts.call('signIn', { body: { email, password } })
const forgot = (identifier: string) => accounts.call('forgotPassword', { body: { identifier } })
const reset = (token: string, password: string, key = '') =>
  accounts.call('resetPassword', { key, body: { token, password } })
const noLongerValid = {
  status: 400,
  body: { message: 'This link is no longer valid. Please ask for a new one.' },
}

/** Waits until `mails` mails were sent; returns the newest one's token. */
async function mailedToken(mails = 1): Promise<string> {
  const all = await eventually(() => {
    const sent = accounts.mails()
    expect(sent).toHaveLength(mails)
    return sent
  })
  const { text } = parseMailMessage(all.at(-1) ?? '')
  const link = /http:\/\/app\/reset-password\?token=([\w-]{43})\s/
  expect(text).toMatch(link)
  return link.exec(text)?.[1] as string
}

describe('a forgotten password', () => {
  it('is reset by the mailed link, once, and every session ends', async () => {
    const token = await accounts.join('d1', 'dispatcher', { employeeId: 'DISP009' })
    await forgot(' disp009 ')
    const link = await mailedToken()
    expect(await reset(link, 'another password')).toMatchObject({ status: 200, body: { message: expect.any(String) } })
    expect(await accounts.kernel.tokens.verify(token)).toBeUndefined()
    expect((await signIn(PASSWORD)).status).toBe(401)
    expect((await signIn('another password')).status).toBe(200)
    expect(await accounts.events('PasswordChanged')).toMatchObject([{ userId: 'd1' }])
    expect(await reset(link, 'a third password')).toMatchObject(noLongerValid)
    expect(await accounts.logText()).not.toContain(link)
  })

  it('answers alike for known and unknown emails, and mails only known ones', async () => {
    await accounts.join('d1', 'dispatcher')
    const unknown = await forgot('nobody@example.com')
    const known = await forgot(EMAIL)
    expect(unknown).toEqual(known)
    await mailedToken()
    expect(accounts.mails()[0]).toContain('To: d1@example.com')
  })

  it('is answered without waiting for anything that is looked up', async () => {
    await accounts.join('d1', 'dispatcher')
    const { store } = accounts.kernel
    const [{ readStream }, gate] = [store, createGate()]
    const read = vi
      .spyOn(store, 'readStream')
      .mockImplementation((stream) => gate.passed().then(() => readStream(stream)))
    gate.shut()
    expect((await forgot(EMAIL)).status).toBe(200)
    expect(accounts.mails()).toEqual([])
    gate.open()
    await mailedToken()
    read.mockRestore()
  })

  it('has a link for 30 minutes', async () => {
    await accounts.join('d1', 'dispatcher')
    await forgot(EMAIL)
    const link = await mailedToken()
    accounts.later(30 * 60_000)
    expect(await reset(link, 'another password')).toMatchObject(noLongerValid)
    expect((await signIn(PASSWORD)).status).toBe(200)
  })

  it('of ten uses of one link at once, one counts', async () => {
    await accounts.join('d1', 'dispatcher')
    await forgot(EMAIL)
    const link = await mailedToken()
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => reset(link, `password number ${n}`)))
    const won = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
    expect(won).toHaveLength(1)
    expect((await signIn(`password number ${won[0]}`)).status).toBe(200)
  })

  it('repeated after a lost answer is answered again, with another body it is not', async () => {
    await accounts.join('d1', 'dispatcher')
    await forgot(EMAIL)
    const link = await mailedToken()
    const first = await reset(link, 'another password', 'k')
    expect(first.status).toBe(200)
    expect(await reset(link, 'another password', 'k')).toEqual(first)
    expect(await reset(link, 'another password', 'k')).toEqual(first)
    expect(await reset(link, 'a third password', 'k')).toMatchObject(noLongerValid)
    expect(await accounts.events('PasswordChanged')).toHaveLength(1)
  })

  it('is not spent by a call that is refused', async () => {
    await accounts.join('d1', 'dispatcher')
    await forgot(EMAIL)
    const link = await mailedToken()
    const reused = reject('key-reused', msg`This Idempotency-Key was used before with another request.`)
    const call = { envelope: { commandId: 'c', fingerprint: 'f', actor: 'public' }, claim: async () => reused }
    expect(await resetPassword(accounts.kernel, { token: link, password: 'another password' }, call)).toBe(reused)
    expect((await reset(link, '1234567890')).status).toBe(400)
    expect((await reset(link, 'another password')).status).toBe(200)
  })

  it('is finished by a repetition where the log did not take the first', async () => {
    await accounts.join('d1', 'dispatcher')
    await forgot(EMAIL)
    const token = await mailedToken()
    const { kernel } = accounts
    const away = { ...kernel.store, append: () => Promise.reject(new StoreUnavailable('away')) }
    const call = { envelope: { commandId: 'c', fingerprint: 'f', actor: 'public' }, claim: async () => undefined }
    const again = (on = kernel) => resetPassword(on, { token, password: 'another password' }, call)
    await expect(again({ ...kernel, store: away })).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await again()).toEqual({ userId: 'd1', repeated: false })
    expect(await again()).toEqual({ userId: 'd1', repeated: true })
    expect(await accounts.events('PasswordChanged')).toHaveLength(1)
    expect((await signIn('another password')).status).toBe(200)
  })

  it('is finished by a repetition where the process stopped right after the link was taken', async () => {
    await accounts.join('d1', 'dispatcher')
    await forgot(EMAIL)
    const token = await mailedToken()
    const { kernel } = accounts
    const takeLink: typeof kernel.vault.takeLink = async (...asked) => {
      await kernel.vault.takeLink(...asked)
      throw new Error('the process stopped')
    }
    const call = { envelope: { commandId: 'c', fingerprint: 'f', actor: 'public' }, claim: async () => undefined }
    const again = (vault = kernel.vault) =>
      resetPassword({ ...kernel, vault }, { token, password: 'another password' }, call)
    await expect(again({ ...kernel.vault, takeLink })).rejects.toThrow('the process stopped')
    expect(await reset(token, 'a third password')).toMatchObject(noLongerValid)
    expect(await again()).toEqual({ userId: 'd1', repeated: false })
    expect((await signIn('another password')).status).toBe(200)
  })

  it('of an erased person stays so', async () => {
    const token = await accounts.join('r1', 'resident')
    await forgot('r1@example.com')
    const link = await mailedToken()
    await accounts.call('deleteAccount', { token, id: 'r1', body: { password: PASSWORD } })
    expect(await reset(link, 'another password')).toMatchObject(noLongerValid)
  })

  it.each(['', 'x', 'a'.repeat(200), '🔑', 'done\nc\nf'])('does not take %j for a token', async (token) => {
    expect((await reset(token, 'another password')).status).toBe(400)
  })

  it('can be requested five times an hour for an account', async () => {
    for (let n = 0; n < 5; n++) expect((await forgot('nobody@example.com')).status).toBe(200)
    expect((await forgot('NOBODY@example.com')).status).toBe(429)
    expect((await forgot('somebody@example.com')).status).toBe(200)
  })
})

describe('a password', () => {
  it('is any Unicode, and typed on any keyboard', async () => {
    const text = fc.string({ unit: 'binary', minLength: 8, maxLength: 40 })
    let count = 0
    await fc.assert(
      fc.asyncProperty(text, fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }), async (password, name) => {
        const [userId, email] = [`u${++count}`, `p${count}@example.com`]
        await accounts.join(userId, 'resident', { password, name, email })
        const { status, body } = await signIn(password.normalize('NFD'), email)
        expect([status, body.user?.name]).toEqual([200, name])
      }),
      { numRuns: 15 },
    )
  })

  it('changed by a command that died before its event is finished by its repetition', async () => {
    const token = await accounts.join('d1', 'dispatcher')
    const append = vi.spyOn(accounts.kernel.store, 'append').mockRejectedValueOnce(new Error('the process died'))
    const body = { currentPassword: PASSWORD, newPassword: 'another password' }
    expect((await accounts.call('changePassword', { token, key: 'k', body })).status).toBe(500)
    append.mockRestore()
    const { token: next } = (await signIn('another password')).body
    expect((await accounts.call('changePassword', { token: next, key: 'k', body })).status).toBe(200)
    expect(await accounts.events('PasswordChanged')).toHaveLength(1)
  })

  describe('replaced while', () => {
    /**
     * Calls `call` and replaces the password while it runs.
     * The replacement follows the call's `reads`th read of the credentials.
     */
    async function replacedDuring(reads: number, call: () => ReturnType<typeof accounts.call>) {
      const { vault } = accounts.kernel
      const { credentials } = vault
      let count = 0
      const read = vi.spyOn(vault, 'credentials').mockImplementation(async (userId) => {
        const found = await credentials(userId)
        if (++count === reads) await vault.setPassword('d1', await hashPassword('the one by mail'))
        return found
      })
      const answer = await call()
      read.mockRestore()
      expect(count).toBeGreaterThan(reads)
      return answer
    }

    it('somebody signs in with the former one opens no session', async () => {
      await accounts.join('d1', 'dispatcher')
      const answer = await replacedDuring(1, () => signIn(PASSWORD))
      expect(answer).toMatchObject({ status: 401, body: { message: 'Please sign in again.' } })
      expect(await accounts.kernel.vault.sessions('d1', Date.now())).toEqual([])
    })

    it('somebody changes the former one opens no session', async () => {
      const token = await accounts.join('d1', 'dispatcher')
      const { store, vault } = accounts.kernel
      const { append } = store
      const late = vi.spyOn(store, 'append').mockImplementation(async (...given) => {
        await vault.setPassword('d1', await hashPassword('the one by mail'))
        return append(...given)
      })
      const body = { currentPassword: PASSWORD, newPassword: 'another password' }
      expect(await accounts.call('changePassword', { token, body })).toMatchObject({ status: 401 })
      late.mockRestore()
      expect(await vault.sessions('d1', Date.now())).toEqual([])
    })
  })

  describe('changed, whose answer was lost', () => {
    const body = { currentPassword: PASSWORD, newPassword: 'another password' }
    const change = (token: string, key: string, sent: object = body) =>
      accounts.call('changePassword', { token, key, body: sent })

    it('is answered again, with a token that lives, to the same command only', async () => {
      const token = await accounts.join('d1', 'dispatcher')
      const first = await change(token, 'k')
      const again = await change(token, 'k')
      expect(again).toEqual({ ...first, body: { ...first.body, token: expect.any(String) } })
      expect(await accounts.kernel.tokens.verify(again.body.token)).toMatchObject({ userId: 'd1' })
      expect(await accounts.events('PasswordChanged')).toHaveLength(1)
      const refused = { status: 401, body: { message: 'Please sign in.' } }
      expect(await change(token, '')).toMatchObject(refused)
      expect(await change(token, 'another')).toMatchObject(refused)
      expect(await change(token, 'k', { ...body, newPassword: 'a guess at it' })).toMatchObject(refused)
      expect((await accounts.call('saveSettings', { token, body: {} })).status).toBe(401)
    })

    it('is not answered again when the sessions ended once more, or later', async () => {
      const token = await accounts.join('d1', 'dispatcher')
      await change(token, 'k')
      await accounts.kernel.vault.endSessions('d1')
      expect((await change(token, 'k')).status).toBe(401)
      const other = await accounts.join('d2', 'dispatcher')
      await change(other, 'k')
      accounts.later(10 * 60_000 + 1)
      expect((await change(other, 'k')).status).toBe(401)
    })

    it('is refused with any token after the password was reset', async () => {
      const first = await accounts.join('d1', 'dispatcher')
      const { token } = (await change(first, 'k')).body
      await accounts.kernel.vault.setPassword('d1', await hashPassword('the one by mail'))
      expect((await change(token, 'k')).status).toBe(401)
    })

    it('is no way to guess it', async () => {
      const token = await accounts.join('d1', 'dispatcher')
      await change(token, 'k')
      const guess = (n: number) => change(token, 'k', { ...body, newPassword: `guess number ${n}` })
      const statuses = (await Promise.all(Array.from({ length: 12 }, (_, n) => guess(n)))).map(({ status }) => status)
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0)
      expect(statuses.filter((status) => status === 200)).toEqual([])
    })
  })

  it('guessed at the own account is limited as at sign-in', async () => {
    const token = await accounts.join('r1', 'resident')
    const tries = Array.from({ length: 12 }, (_, n) =>
      n % 2
        ? accounts.call('changePassword', { token, body: { currentPassword: 'wrong', newPassword: 'another one' } })
        : accounts.call('deleteAccount', { token, id: 'r1', body: { password: 'wrong' } }),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 429)).toHaveLength(2)
    expect((await signIn(PASSWORD, 'r1@example.com')).status).toBe(200)
  })
})

describe('failed sign-ins', () => {
  const fail = (times: number, email = EMAIL) =>
    Promise.all(Array.from({ length: times }, async () => (await signIn('wrong', email)).status))

  it('several in a row block the account, and its owner is notified once', async () => {
    await accounts.join('d1', 'dispatcher')
    expect((await fail(14)).filter((status) => status === 429)).toHaveLength(4)
    await eventually(async () => expect(await accounts.events('NotificationSent')).toHaveLength(1))
    await fail(2)
    expect(await accounts.events('NotificationSent')).toMatchObject([
      { userId: 'd1', audience: 'dispatcher', kind: 'security', text: { kind: 'sign-in-paused', values: {} } },
    ])
  })

  it('of an unknown account are blocked alike and notify nobody', async () => {
    expect((await fail(12, 'nobody@example.com')).filter((status) => status === 429)).toHaveLength(2)
    expect(await accounts.logText()).not.toContain('nobody@example.com')
  })

  it('take the same steps whether there is such an account or not', async () => {
    await accounts.join('d1', 'dispatcher')
    const { kernel } = accounts
    async function steps(identifier: string): Promise<string[]> {
      const read = vi.spyOn(kernel.store, 'readStream')
      const credentials = vi.spyOn(kernel.vault, 'credentials')
      expect((await signIn('wrong', identifier)).status).toBe(401)
      const streams = read.mock.calls.map(([stream]) => kindOf(stream)).filter((kind) => kind !== 'security')
      const taken = [...streams, ...credentials.mock.calls.map(() => 'vault')]
      vi.restoreAllMocks()
      return taken
    }
    const kindOf = (stream: string) => stream.split('-')[0] as string
    const known = await steps(EMAIL)
    expect(known).toEqual(['identity', 'account', 'vault'])
    expect(await steps('nobody@example.com')).toEqual(known)
  })
})
