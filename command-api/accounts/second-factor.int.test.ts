/** Tests of the second factor over HTTP, with single-use and recovery codes. */
import { createHash } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { parseMailMessage } from '#tests/conformance/mail.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { dropSecondFactor } from './drop-second-factor.ts'
import { openAccountsFixture, PASSWORD } from './fixtures-api.ts'

let accounts: Awaited<ReturnType<typeof openAccountsFixture>>
let token: string
beforeEach(async () => {
  accounts = await openAccountsFixture()
  token = await accounts.join('d1', 'dispatcher', { employeeId: 'DISP009' })
})
afterEach(() => accounts.close())

const PERIOD_MS = 30_000
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: accounts.kernel.clock().getTime() })
const signIn = (code?: string, password = PASSWORD) =>
  accounts.call('signIn', { body: { employee_id: 'DISP009', password, code } })

/** Switches on the second factor; returns secret and recovery codes. */
async function begin() {
  const { body } = await accounts.call('beginSecondFactor', { token, body: { password: PASSWORD } })
  const confirmed = await accounts.call('confirmSecondFactor', { token, body: { code: codeOf(body.secret) } })
  accounts.later(PERIOD_MS)
  return { ...body, recoveryCodes: confirmed.body.recoveryCodes as string[] } as {
    secret: string
    uri: string
    recoveryCodes: string[]
  }
}

it('is required only after it was confirmed by a code', async () => {
  const { body } = await accounts.call('beginSecondFactor', { token, body: { password: PASSWORD } })
  expect(body.uri).toMatch(/^otpauth:\/\/totp\/WasteSense:DISP009\?issuer=WasteSense&secret=[A-Z2-7]{32}/)
  expect((await signIn()).status).toBe(200)
  expect((await accounts.call('confirmSecondFactor', { token, body: { code: '000000' } })).status).toBe(400)
  expect((await signIn()).status).toBe(200)
  await accounts.call('confirmSecondFactor', { token, body: { code: codeOf(body.secret) } })
  expect(await signIn()).toMatchObject({ status: 401, body: { errors: { code: expect.any(String) } } })
  expect((await accounts.call('beginSecondFactor', { token, body: { password: PASSWORD } })).status).toBe(409)
})

it('needs the right code beside the right password, and takes each code once', async () => {
  const { secret } = await begin()
  expect((await signIn('000000')).status).toBe(401)
  const wrongPassword = await signIn(codeOf(secret), 'wrong')
  expect(wrongPassword).toMatchObject({ status: 401, body: { message: 'Invalid email or password' } })
  const code = codeOf(secret)
  expect((await signIn(code)).status).toBe(200)
  expect((await signIn(code)).status).toBe(401)
  accounts.later(PERIOD_MS)
  const next = codeOf(secret)
  accounts.later(PERIOD_MS)
  expect((await signIn(next)).status).toBe(200)
})

it('is replaced by a recovery code, each good once', async () => {
  const { recoveryCodes } = await begin()
  expect(new Set(recoveryCodes).size).toBe(10)
  const [one = '', two = ''] = recoveryCodes
  expect((await signIn(` ${one.toUpperCase()} `)).status).toBe(200)
  expect((await signIn(one)).status).toBe(401)
  expect((await signIn(two)).status).toBe(200)
})

it('is not guessed: wrong codes lock like wrong passwords', async () => {
  const { secret } = await begin()
  const tried: number[] = []
  for (let n = 0; n < 12; n++) tried.push((await signIn(`00000${n % 10}`)).status)
  expect(tried.filter((status) => status === 429).length).toBeGreaterThanOrEqual(2)
  expect((await signIn(codeOf(secret))).status).toBe(429)
})

it("can't be guessed to switch it off, even with a session and the password", async () => {
  const { secret, recoveryCodes } = await begin()
  const off = async (code: string) =>
    (await accounts.call('endSecondFactor', { token, body: { password: PASSWORD, code } })).status
  const tried: number[] = []
  for (let n = 0; n < 12; n++) tried.push(await off(`00000${n % 10}`))
  expect(tried).toEqual([...Array(10).fill(400), 429, 429])
  expect([await off(codeOf(secret)), await off(recoveryCodes[0] as string)]).toEqual([429, 429])
  accounts.later(PERIOD_MS)
  expect((await signIn(codeOf(secret))).status).toBe(200)
})

it('is not bypassed by repeating a command that began a session before', async () => {
  const body = { employee_id: 'DISP009', password: PASSWORD }
  expect((await accounts.call('signIn', { key: 'k', body })).status).toBe(200)
  const change = { token, key: 'c', body: { currentPassword: PASSWORD, newPassword: 'another good one' } }
  const changed = await accounts.call('changePassword', change)
  token = changed.body.token
  const { body: begun } = await accounts.call('beginSecondFactor', { token, body: { password: 'another good one' } })
  await accounts.call('confirmSecondFactor', { token, body: { code: codeOf(begun.secret) } })
  expect((await accounts.call('signIn', { key: 'k', body })).status).toBe(401)
  for (const again of [change, { ...change, token }])
    expect(await accounts.call('changePassword', again)).toMatchObject({ status: 401 })
})

it('is switched off with the password and a code, and leaves no data', async () => {
  const { secret, recoveryCodes } = await begin()
  const off = (password: string, code: string) => accounts.call('endSecondFactor', { token, body: { password, code } })
  expect((await off('wrong', codeOf(secret))).status).toBe(401)
  expect((await off(PASSWORD, '000000')).status).toBe(400)
  expect((await off(PASSWORD, recoveryCodes[0] as string)).status).toBe(200)
  expect((await signIn()).status).toBe(200)
  expect(await accounts.kernel.vault.secondFactor('d1')).toBeUndefined()
  const kinds = (await accounts.events('SecurityNoted')).map(({ kind }) => kind)
  expect(kinds.filter((kind) => kind.startsWith('second-factor'))).toEqual(['second-factor-on', 'second-factor-off'])
})

it('is removed by an admin for a person who lost it, which ends their sessions, is mailed and recorded', async () => {
  const { secret } = await begin()
  const admin = await accounts.join('a1', 'admin')
  const drop = (id: string, by = admin, key = '') => accounts.call('dropSecondFactor', { token: by, id, key })
  for (const by of [token, await accounts.join('r1', 'resident')]) expect((await drop('d1', by)).status).toBe(403)
  expect((await drop('nobody')).status).toBe(404)
  expect((await drop('d1', admin, 'k')).status).toBe(200)
  expect(await accounts.kernel.tokens.verify(token)).toBeUndefined()
  expect((await signIn()).status).toBe(200)
  expect(await accounts.events('SecondFactorDropped')).toMatchObject([{ userId: 'd1', droppedBy: 'a1' }])
  expect(await accounts.events('SecurityNoted')).toContainEqual(
    expect.objectContaining({ kind: 'second-factor-dropped', userId: 'd1' }),
  )
  await eventually(() => expect(accounts.mails()).toHaveLength(1))
  expect(parseMailMessage(accounts.mails()[0] ?? '').text).toContain('An admin removed two-step sign-in')
  expect((await drop('d1')).status).toBe(409)

  token = (await signIn()).body.token
  const again = await begin()
  expect(again.secret).not.toBe(secret)
  expect((await drop('d1', admin, 'k')).status).toBe(200)
  expect((await signIn()).body.errors).toHaveProperty('code')
  expect(accounts.mails()).toHaveLength(1)
})

it('is said to be taken off, also when the account is changed at the same moment', async () => {
  await begin()
  const admin = await accounts.join('a1', 'admin')
  const { kernel } = accounts
  const vault = {
    ...kernel.vault,
    dropSecondFactor: async (id: string) => {
      await kernel.vault.dropSecondFactor(id)
      const change = { token: admin, id, key: 'move', body: { role: 'auditor' } } as const
      expect((await accounts.call('changeUser', change)).status).toBe(200)
    },
  }
  const envelope = { commandId: 'drop', fingerprint: '', actor: 'a1' }
  expect(await dropSecondFactor({ ...kernel, vault }, 'd1', envelope)).not.toHaveProperty('rejected')
  expect(await accounts.events('SecondFactorDropped')).toMatchObject([{ userId: 'd1', droppedBy: 'a1' }])
})

it('is not taken off an admin by themselves that way', async () => {
  token = await accounts.join('a1', 'admin')
  await begin()
  expect(await accounts.call('dropSecondFactor', { token, id: 'a1' })).toMatchObject({ status: 403 })
  expect((await accounts.kernel.vault.secondFactor('a1'))?.active).toBe(true)
})

it('has recovery codes that nobody can try out on the vault’s file, which lacks the key of their hashes', async () => {
  const { recoveryCodes } = await begin()
  for (const code of recoveryCodes) {
    const guess = createHash('sha256').update(`recovery\nd1\n${code}`).digest('base64url')
    expect(await accounts.kernel.vault.spendRecoveryCode('d1', guess)).toBe(false)
  }
  expect((await signIn(recoveryCodes[0])).status).toBe(200)
})

it('is stored sealed, and is not in the log', async () => {
  const { secret } = await begin()
  expect((await accounts.kernel.vault.secondFactor('d1'))?.sealed).not.toContain(secret)
  expect(await accounts.logText()).not.toContain(secret)
})

it('is for staff', async () => {
  const resident = await accounts.join('r1', 'resident')
  const { status } = await accounts.call('beginSecondFactor', { token: resident, body: { password: PASSWORD } })
  expect(status).toBe(403)
})
