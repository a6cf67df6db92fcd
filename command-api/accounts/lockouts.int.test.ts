/** Tests of lockouts over HTTP: shared counts, and no lockout of owners. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createMemoryLimiter } from '#platform/limiters.ts'
import { parseMailMessage } from '#tests/conformance/mail.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { openAccountsFixture, PASSWORD } from './fixtures-api.ts'

let accounts: Awaited<ReturnType<typeof openAccountsFixture>>
beforeEach(async () => {
  accounts = await openAccountsFixture()
  await accounts.join('d1', 'dispatcher', { employeeId: 'DISP009' })
})
afterEach(() => accounts.close())

const byEmail = (password: string, devices?: string[]) =>
  accounts.call('signIn', { body: { email: 'd1@example.com', password, devices } })
const byId = (password: string) => accounts.call('signIn', { body: { employee_id: 'disp009', password } })
const statuses = async (times: number, call: (n: number) => Promise<{ status: number }>) => {
  const all: number[] = []
  for (let n = 0; n < times; n++) all.push((await call(n)).status)
  return all
}
const count = (all: number[], status: number) => all.filter((answered) => answered === status).length

describe('wrong passwords', () => {
  it('are counted together under the email and the employee ID', async () => {
    const tried = await statuses(12, (n) => (n % 2 ? byEmail(`wrong ${n}`) : byId(`wrong ${n}`)))
    expect([count(tried, 401), count(tried, 429)]).toEqual([10, 2])
    expect([(await byEmail(PASSWORD)).status, (await byId(PASSWORD)).status]).toEqual([429, 429])
  })

  it('of strangers keep out neither a device that signed in before nor a session', async () => {
    const { device, token } = (await byEmail(PASSWORD)).body
    await statuses(12, (n) => byEmail(`wrong ${n}`))
    expect((await byEmail(PASSWORD)).status).toBe(429)
    expect((await byEmail(PASSWORD, ['nonsense', 'a.b.c', device])).status).toBe(200)
    const body = { currentPassword: PASSWORD, newPassword: 'another good one' }
    expect((await accounts.call('changePassword', { token, body })).status).toBe(200)
    expect((await byEmail('another good one', [device])).status).toBe(200)
  })

  it('from a known device are limited too, and another account’s device is no known one', async () => {
    const { device } = (await byEmail(PASSWORD)).body
    const tried = await statuses(12, (n) => byEmail(`wrong ${n}`, [device]))
    expect([count(tried, 401), count(tried, 429)]).toEqual([10, 2])
    await accounts.join('d2', 'dispatcher')
    const other = await accounts.call('signIn', { body: { email: 'd2@example.com', password: PASSWORD } })
    await statuses(12, (n) => byEmail(`wrong ${n}`))
    expect((await byEmail(PASSWORD, [other.body.device])).status).toBe(429)
    expect((await byEmail(PASSWORD, [`${device}x`])).status).toBe(429)
  })

  it('are reported to the owner once, and recorded for admins without address or identifier', async () => {
    await statuses(13, (n) => (n % 2 ? byEmail(`wrong ${n}`) : byId(`wrong ${n}`)))
    await eventually(async () => {
      const notes = await accounts.events('SecurityNoted')
      expect(notes.filter(({ kind }) => kind === 'refused')).toHaveLength(10)
      expect(notes.filter(({ kind }) => kind === 'locked')).toMatchObject([
        { userId: 'd1', origin: expect.any(String) },
      ])
      expect(await accounts.events('NotificationSent')).toMatchObject([{ userId: 'd1', kind: 'security' }])
    })
    const log = await accounts.logText()
    expect(log).not.toMatch(/127\.0\.0\.1|::ffff|d1@example/)
  })
})

it('successful sign-ins of an account are limited, because the log stores each', async () => {
  const limited = await openAccountsFixture((name, quota) =>
    createMemoryLimiter(name, name === 'signInsPerAccount' ? { ...quota, points: 3 } : quota),
  )
  await limited.join('d1', 'dispatcher')
  await limited.join('d2', 'dispatcher')
  const signIn = (id: string, devices: string[] = []) =>
    limited.call('signIn', { body: { email: `${id}@example.com`, password: PASSWORD, devices } })
  const { device } = (await signIn('d1')).body
  expect(await statuses(4, () => signIn('d1', [device]))).toEqual([200, 200, 429, 429])
  expect((await signIn('d2')).status).toBe(200)
  expect(await limited.events('StaffSignedIn')).toHaveLength(4)
  await limited.close()
})

describe('a forgotten password', () => {
  const forgot = (devices?: string[]) =>
    accounts.call('forgotPassword', { body: { identifier: 'd1@example.com', devices } })

  it("requested by strangers keep the owner's links working, and leave further ones for their device", async () => {
    const { device } = (await byEmail(PASSWORD)).body
    const asked = await statuses(8, () => forgot())
    expect([count(asked, 200), count(asked, 429)]).toEqual([5, 3])
    await accounts.settled()
    expect(accounts.mails()).toHaveLength(5)
    expect(await statuses(2, () => forgot([device]))).toEqual([200, 200])
    await accounts.settled()
    expect(accounts.mails()).toHaveLength(7)
    const { text } = parseMailMessage(accounts.mails().at(-1) ?? '')
    const body = { token: /token=([\w-]{43})/.exec(text)?.[1], password: 'another good one' }
    expect((await accounts.call('resetPassword', { body })).status).toBe(200)
    expect((await byEmail('another good one')).status).toBe(200)
  })
})
