/** Tests linking web account and phone: codes, limits, sign-in, export, erasure. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { reapplyErasures } from '#command-api/accounts/delete-account.ts'
import { SmsNotAccepted } from '#platform/sms/sms.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { openPhoneServer } from './phone-server.ts'

const AMA = '+233244123456'
const PASSWORD = 'a rather good password'
let server: Awaited<ReturnType<typeof openPhoneServer>>
beforeEach(async () => {
  server = await openPhoneServer()
})
afterEach(() => server.close())

const newestCode = () => /^\d{6}/.exec(server.texts().at(-1)?.text ?? '')?.[0] ?? ''
const codeSent = () => eventually(() => expect(newestCode()).toMatch(/^\d{6}$/))
const wrongCode = () => String((Number(newestCode()) + 1) % 1_000_000).padStart(6, '0')

async function signUp(email = 'ama@example.com') {
  const body = { email, password: PASSWORD, name: 'Ama', zone: 'Ablekuma North' }
  const { body: session } = await server.call('signUp', { body })
  await server.caughtUp()
  return { token: session.token as string, userId: session.user.id as string }
}
const request = (token: string, phone = '024 412 3456', password = PASSWORD) =>
  server.call('requestPhoneCode', { token, body: { phone, password } })
const link = (token: string, code: string, phone = '024 412 3456', key = '') =>
  server.call('linkPhone', { token, body: { phone, code }, key })
const claim = (code: string, email = 'ama@example.com', key = '') =>
  server.call('claimByPhone', { body: { phone: '0244123456', code, email, password: PASSWORD, name: 'Ama' }, key })
const signIn = (identifier: string) => server.call('signIn', { body: { email: identifier, password: PASSWORD } })

describe('a web account that links its phone', () => {
  it('is known to the menu, reports there, and signs in with the number as people type it', async () => {
    const { token, userId } = await signUp()
    expect((await request(token)).status).toBe(200)
    expect(server.texts().at(-1)).toMatchObject({ to: AMA })
    expect((await link(token, newestCode(), '+233 (0)24 412 3456')).status).toBe(200)
    expect((await server.session('nalo', 'a', AMA, ['1'])).message).toMatch(/^Your bin in Ablekuma North is reported/)
    expect((await server.events('BinReportedFull')).map(({ data }) => data.userId)).toEqual([userId])
    for (const identifier of ['024 412 3456', '+233244123456', '\u202a+233 24\u2011412\u20113456\u202c']) {
      const { status, body } = await signIn(identifier)
      expect([status, body.user?.id, body.user?.sign_in_phone]).toEqual([200, userId, AMA])
    }
    await server.caughtUp()
    expect((await server.call('me', { token })).body.user.sign_in_phone).toBe(AMA)
  })

  it('takes a number over from an account by phone, unless its bin is reported', async () => {
    await server.session('nalo', 'a', AMA, ['1', '11', '0'])
    const { token, userId } = await signUp()
    await request(token)
    const refused = await link(token, newestCode())
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('has an open report')])
    expect(await server.events('AccountErased')).toHaveLength(0)
    expect((await server.events('PhoneLinked')).map(({ data }) => data.userId)).not.toContain(userId)
  })

  it('accepts a code once, for ten minutes, for its number and its account only', async () => {
    const [ama, kofi] = [await signUp(), await signUp('kofi@example.com')]
    await request(ama.token)
    const code = newestCode()
    expect((await link(kofi.token, code)).status).toBe(400)
    expect((await link(ama.token, code, '020 123 4567')).status).toBe(400)
    expect((await link(ama.token, wrongCode())).status).toBe(400)
    server.later(10 * 60_000)
    expect((await link(ama.token, code)).status).toBe(400)
    await request(ama.token)
    const fresh = newestCode()
    expect((await link(ama.token, fresh, '024 412 3456', 'k')).status).toBe(200)
    expect((await link(ama.token, fresh, '024 412 3456', 'k')).status).toBe(200)
    expect(await server.events('PhoneLinked')).toHaveLength(1)
  })

  it('is removed by its owner, and free for others', async () => {
    const [ama, kofi] = [await signUp(), await signUp('kofi@example.com')]
    await request(ama.token)
    await link(ama.token, newestCode())
    const settings = { darkMode: true, sms: true, notifications: {} }
    await server.call('saveSettings', { token: ama.token, body: settings })
    const removed = [1, 2].map(() => server.call('unlinkPhone', { token: ama.token, key: 'k' }))
    expect((await Promise.all(removed)).map(({ status }) => status)).toEqual([200, 200])
    expect(await server.events('PhoneUnlinked')).toHaveLength(1)
    expect((await signIn('024 412 3456')).status).toBe(401)
    await server.caughtUp()
    expect((await server.call('me', { token: ama.token })).body.user.sign_in_phone).toBeUndefined()
    expect((await server.call('settings', { token: ama.token })).body.settings).not.toHaveProperty('sms')
    await request(ama.token)
    await link(ama.token, newestCode(), undefined, 'again')
    await server.caughtUp()
    // After a number is linked again, SMS stay off until the person chooses them again.
    expect((await server.call('settings', { token: ama.token })).body.settings.sms).toBe(false)
    await server.call('unlinkPhone', { token: ama.token })
    await request(kofi.token)
    expect((await link(kofi.token, newestCode())).body).toMatchObject({ phone: AMA })
    await server.caughtUp()
    expect((await server.call('settings', { token: kofi.token })).body.settings.sms).toBe(false)
  })

  it('asks for the password first, so that an open session is not enough to get a sign-in', async () => {
    const { token } = await signUp()
    expect((await request(token, undefined, 'a wrong password')).status).toBe(401)
    expect(server.texts()).toEqual([])
  })

  it('sends codes only to mobile numbers of the country', async () => {
    const { token } = await signUp()
    for (const number of ['+44 7400 123456', '+1 202 555 0143', '0302 123 456', '0900 123 456']) {
      const { status, body } = await request(token, number)
      expect([number, status, body.message]).toEqual([number, 400, expect.stringContaining('numbers of Ghana only')])
    }
    expect(server.texts()).toEqual([])
  })

  it('is told if no code was sent', async () => {
    const { token } = await signUp()
    server.sms.send = async () => {
      throw new SmsNotAccepted('E402')
    }
    expect((await request(token)).status).toBe(503)
  })

  it('keeps one number of two that are linked at once', async () => {
    const { token } = await signUp()
    await request(token)
    const code = newestCode()
    const { store } = server.kernel
    const append = store.append.bind(store)
    store.append = async (stream, ...args) => {
      if (!stream.startsWith('account-')) return append(stream, ...args)
      store.append = append
      await request(token, '020 123 4567')
      expect((await link(token, newestCode(), '020 123 4567')).status).toBe(200)
      return append(stream, ...args)
    }
    expect((await link(token, code)).status).toBe(200)
    const signedIn = await Promise.all(['024 412 3456', '020 123 4567'].map(signIn))
    expect(signedIn.map(({ status }) => status)).toEqual([200, 401])
  })

  it('has five tries and three codes an hour', async () => {
    const { token } = await signUp()
    const requested = []
    for (let count = 0; count < 4; count++) requested.push((await request(token)).status)
    expect(requested).toEqual([200, 200, 200, 429])
    const tried = []
    for (let count = 0; count < 6; count++) tried.push((await link(token, wrongCode())).status)
    expect(tried).toEqual([400, 400, 400, 400, 400, 429])
    expect((await link(token, newestCode())).status).toBe(429)
  })
})

describe('an account by phone that claims the web', () => {
  const requestClaim = (phone = '024 412 3456') => server.call('requestClaimCode', { body: { phone } })

  it('keeps its bin and report, and signs in by email and phone', async () => {
    await server.session('nalo', 'a', AMA, ['1', '11', '0'])
    const { userId } = (await server.events('BinReportedFull'))[0]?.data ?? { userId: '' }
    await requestClaim()
    await codeSent()
    const { status, body } = await claim(newestCode())
    expect([status, body.user.id, body.user.email]).toEqual([201, userId, 'ama@example.com'])
    for (const identifier of ['ama@example.com', '024 412 3456']) expect((await signIn(identifier)).status).toBe(200)
    await server.caughtUp()
    const users = await server.call('adminUsers', { token: server.adminToken, query: '?search=ama@example.com' })
    expect(users.body.users).toMatchObject([{ id: userId, sign_in_phone: AMA, name: 'Ama' }])
  })

  it('is claimed once for a repeated request, and a key is not used for another', async () => {
    await server.session('nalo', 'a', AMA, ['1', '11', '0'])
    await requestClaim()
    await codeSent()
    const code = newestCode()
    const [first, again] = [await claim(code, 'ama@example.com', 'k'), await claim(code, 'ama@example.com', 'k')]
    expect([first.status, again.status]).toEqual([201, 201])
    expect(again.body.user).toEqual(first.body.user)
    expect(await server.events('AccountChanged')).toHaveLength(1)
    expect((await claim(code, 'other@example.com', 'k')).status).toBeGreaterThanOrEqual(400)
    expect(await server.events('AccountChanged')).toHaveLength(1)
  })

  it('answers alike for numbers without an account, and sends them nothing', async () => {
    await server.session('nalo', 'a', AMA, ['1', '11', '0'])
    const known = await requestClaim()
    await codeSent()
    const unknown = await requestClaim('020 123 4567')
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
    expect(server.texts()).toHaveLength(1)
  })

  it('does not tell for many emails whether they have an account', async () => {
    await server.session('nalo', 'a', AMA, ['1', '11', '0'])
    for (let count = 0; count < 101; count++) await claim('123456', `nobody${count}@example.com`)
    expect((await claim('123456')).body.message).toMatch(/^Too many sign-ups/)
  })

  it('with a number newer than the table of prefixes too', async () => {
    await server.session('nalo', 'a', '+233253123456', ['1', '11', '0'])
    await requestClaim('025 312 3456')
    await codeSent()
    const body = { phone: '0253123456', code: newestCode(), email: 'esi@example.com', password: PASSWORD }
    expect((await server.call('claimByPhone', { body })).status).toBe(201)
    expect((await signIn('025 312 3456')).status).toBe(200)
  })

  it('is erased with email and number, which are free again', async () => {
    await server.session('nalo', 'a', AMA, ['1', '11', '0'])
    await requestClaim()
    await codeSent()
    const { body } = await claim(newestCode())
    const { token, user } = body
    const erased = await server.call('deleteAccount', { token, id: user.id, body: { password: PASSWORD } })
    expect(erased.status).toBe(200)
    expect(await server.events('IdentityReleased')).toHaveLength(2)
    expect(server.texts()).toEqual([])
    expect((await signUp()).userId).not.toBe(user.id)
  })
})

describe('a forgotten password', () => {
  const NEW = 'another good password'
  const requestReset = (phone = '024 412 3456') => server.call('requestResetCode', { body: { phone } })
  const reset = (code: string, key = '', password = NEW) =>
    server.call('resetByPhone', { body: { phone: '+233 (0)24 412 3456', code, password }, key })
  const signInWith = (password: string) => server.call('signIn', { body: { email: '024 412 3456', password } })

  it('is replaced with a code by SMS, once, and ends the sessions', async () => {
    const { token } = await signUp()
    await request(token)
    await link(token, newestCode())
    const [linked] = server.texts()
    await requestReset()
    await eventually(() => expect(server.texts()).toHaveLength(2))
    expect((await reset(/^\d{6}/.exec(linked?.text ?? '')?.[0] ?? '')).status).toBe(400)
    const code = newestCode()
    expect([(await reset(code, 'k')).status, (await reset(code, 'k')).status]).toEqual([200, 200])
    expect(await server.events('PasswordChanged')).toHaveLength(1)
    expect((await reset(code, 'k', 'a third good password')).status).toBeGreaterThanOrEqual(400)
    expect((await reset(code)).status).toBe(400)
    expect((await server.call('me', { token })).status).toBe(401)
    expect([(await signInWith(PASSWORD)).status, (await signInWith(NEW)).status]).toEqual([401, 200])
    expect(await server.events('AccountConfirmed')).toHaveLength(0)
  })

  it('of an account by phone is its first one', async () => {
    await server.session('nalo', 'a', AMA, ['1', '11', '0'])
    await requestReset()
    await codeSent()
    expect((await reset(newestCode())).status).toBe(200)
    const { status, body } = await signInWith(NEW)
    expect([status, body.user.email, body.user.sign_in_phone]).toEqual([200, '', AMA])
    const kept = await server.call('unlinkPhone', { token: body.token })
    expect([kept.status, kept.body.message]).toEqual([409, expect.stringContaining('with this number only')])
    await server.caughtUp()
    expect((await server.call('settings', { token: body.token })).body.settings.sms).toBe(true)
  })

  it('of no account gets the same answer and no SMS', async () => {
    await signUp()
    const { status, body } = await requestReset('020 123 4567')
    expect([status, body.message]).toEqual([200, expect.stringContaining('If this number has an account')])
    expect((await reset('123456')).status).toBe(400)
    expect(server.texts()).toHaveLength(0)
  })
})

describe('the number of an erased person whom a restored log still has', () => {
  async function restoredWithout(userId: string): Promise<void> {
    await server.kernel.vault.erase(userId)
    server.kernel.sealer.forget(userId)
    const known = { living: new Set<string>(), erased: new Set<string>(), keys: new Map<string, string>() }
    const differences = { missing: [], erased: [], listed: [], keys: [], isAltered: false }
    const lists = { erasedInLog: new Set<string>(), erasedInList: [], erasedInVault: [userId] }
    await reapplyErasures(server.kernel, { ...lists, differences, known, last: undefined })
    await server.caughtUp()
  }

  it('registers again by phone', async () => {
    await server.session('nalo', 'a', AMA, ['1', '11', '0'])
    const [first] = await server.events('BinReportedFull')
    await restoredWithout(first?.data.userId as string)
    expect((await server.session('nalo', 'b', AMA, ['1', '11', '0'])).message).toMatch(/^Your bin in .+ is reported/)
    expect((await server.events('BinReportedFull')).map(({ data }) => data.userId === first?.data.userId)).toEqual([
      true,
      false,
    ])
  })

  it('can be linked, and its email claimed', async () => {
    const ama = await signUp()
    await request(ama.token)
    await link(ama.token, newestCode())
    await restoredWithout(ama.userId)
    const kofi = await signUp('kofi@example.com')
    await request(kofi.token)
    expect((await link(kofi.token, newestCode())).body).toMatchObject({ phone: AMA })
    await server.call('unlinkPhone', { token: kofi.token })
    await server.session('nalo', 'c', AMA, ['1', '11', '0'])
    const sent = server.texts().length
    await server.call('requestClaimCode', { body: { phone: '0244123456' } })
    await eventually(() => expect(server.texts().length).toBe(sent + 1))
    expect((await claim(newestCode())).status).toBe(201)
  })
})
