/** Tests of email confirmation over HTTP: single-use links, new links, resets, admins. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { parseMailMessage } from '#tests/conformance/mail.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { confirmEmailByLink } from './confirm-email.ts'
import { openAccountsFixture, PASSWORD } from './fixtures-api.ts'

let accounts: Awaited<ReturnType<typeof openAccountsFixture>>
beforeEach(async () => {
  accounts = await openAccountsFixture()
})
afterEach(() => accounts.close())

const EMAIL = 'ama@example.com'
const DAY_MS = 24 * 60 * 60_000

async function signUp() {
  const body = { name: 'Ama', email: EMAIL, password: PASSWORD, zone: 'Ablekuma North' }
  const { body: answer } = await accounts.call('signUp', { body })
  return answer as { token: string; user: { id: string; unconfirmed?: true } }
}
const confirm = (token: string) => accounts.call('confirmEmail', { body: { token } })
const isUnconfirmed = async () =>
  (await accounts.call('signIn', { body: { email: EMAIL, password: PASSWORD } })).body.user.unconfirmed === true

/** Waits until `mails` mails were sent; returns the newest one's token. */
async function mailedToken(mails = 1, page = 'confirm-email'): Promise<string> {
  const all = await eventually(() => {
    const sent = accounts.mails()
    expect(sent).toHaveLength(mails)
    return sent
  })
  const texts = all.map((mail) => parseMailMessage(mail).text)
  const tokens = texts.flatMap((text) => new RegExp(`http://app/${page}\\?token=([\\w-]{43})`).exec(text)?.[1] ?? [])
  return tokens.at(-1) as string
}

describe('a new resident', () => {
  it('is confirmed by the link that was mailed, once', async () => {
    const { user, token } = await signUp()
    expect(user.unconfirmed).toBe(true)
    const link = await mailedToken()
    expect(await isUnconfirmed()).toBe(true)
    expect((await confirm(link)).status).toBe(200)
    expect(await isUnconfirmed()).toBe(false)
    expect(await confirm(link)).toMatchObject({ status: 400, body: { message: expect.stringContaining('no longer') } })
    expect(await accounts.events('AccountConfirmed')).toMatchObject([{ userId: user.id }])
    expect((await accounts.call('resendConfirmation', { token })).body.message).toContain('already confirmed')
    expect(await accounts.logText()).not.toContain(link)
  })

  it('is confirmed by a repetition too, after a lost answer, and not by another call', async () => {
    await signUp()
    const link = await mailedToken()
    const again = (key: string) => accounts.call('confirmEmail', { key, body: { token: link } })
    const first = await again('k')
    expect(first.status).toBe(200)
    expect(await again('k')).toEqual(first)
    expect((await again('another')).status).toBe(400)
    accounts.later(11 * 60_000)
    expect((await again('k')).status).toBe(400)
    expect(await accounts.events('AccountConfirmed')).toHaveLength(1)
  })

  it('keeps a link whose idempotency key belongs to another request', async () => {
    await signUp()
    const link = await mailedToken()
    const reused = reject('key-reused', msg`This Idempotency-Key was used before with another request.`)
    const call = { envelope: { commandId: 'c', fingerprint: 'f', actor: 'public' }, claim: async () => reused }
    expect(await confirmEmailByLink(accounts.kernel, link, call)).toBe(reused)
    expect((await confirm(link)).status).toBe(200)
  })

  it('has a week for it, and gets another link on request, but not without end', async () => {
    const { token } = await signUp()
    const link = await mailedToken()
    accounts.later(7 * DAY_MS)
    expect((await confirm(link)).status).toBe(400)
    accounts.later(-7 * DAY_MS)
    const asked: number[] = []
    for (let n = 0; n < 7; n++) asked.push((await accounts.call('resendConfirmation', { token })).status)
    expect(asked).toEqual([200, 200, 200, 200, 200, 429, 429])
    expect((await confirm(await mailedToken(6))).status).toBe(200)
  })

  it('is confirmed by a reset through the mailbox', async () => {
    await signUp()
    await mailedToken()
    await accounts.call('forgotPassword', { body: { identifier: EMAIL } })
    const link = await mailedToken(2, 'reset-password')
    await accounts.call('resetPassword', { body: { token: link, password: PASSWORD } })
    expect(await isUnconfirmed()).toBe(false)
  })

  it('is confirmed only by an admin', async () => {
    const { user, token } = await signUp()
    const [admin, dispatcher] = [await accounts.join('a1', 'admin'), await accounts.join('d1', 'dispatcher')]
    for (const stranger of [token, dispatcher])
      expect((await accounts.call('confirmUser', { token: stranger, id: user.id })).status).toBe(403)
    const { status, body } = await accounts.call('confirmUser', { token: admin, id: user.id })
    expect([status, body.user.unconfirmed]).toEqual([200, undefined])
    expect(await accounts.events('AccountConfirmed')).toMatchObject([{ userId: user.id, confirmedBy: 'a1' }])
    expect((await accounts.call('confirmUser', { token: admin, id: 'nobody' })).status).toBe(404)
  })
})

it('staff whom an admin creates are confirmed, and get no such mail', async () => {
  const admin = await accounts.join('a1', 'admin')
  const body = { role: 'dispatcher', name: 'Kofi', email: 'kofi@example.com', employee_id: 'DISP777' }
  const { body: created } = await accounts.call('createStaff', { token: admin, body })
  expect(created.user.unconfirmed).toBeUndefined()
  await accounts.settled()
  expect(accounts.mails()).toEqual([])
})
