/** Tests of admin commands over HTTP: staff changes, sessions, the last admin. */

import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRejection } from '#contract/http/problems.ts'
import { type EventStore, StoreUnavailable } from '#platform/event-store/event-store.ts'
import { createMemoryLimiter } from '#platform/limiters.ts'
import { eventually } from '#tests/fixtures/eventually.ts'
import { assignDriver, handleAssignmentCommand, loadVehicleOfDriver } from '../aggregates/drivers.ts'
import { changeUser } from './change-user.ts'
import { createStaff, deriveOneTimePassword } from './create-staff.ts'
import { openAccountsFixture } from './fixtures-api.ts'
import { hashToken } from './mail.ts'

let accounts: Awaited<ReturnType<typeof openAccountsFixture>>
let admin: string
beforeEach(async () => {
  accounts = await openAccountsFixture()
  admin = await accounts.join('a1', 'admin', { employeeId: 'ADMIN001' })
})
afterEach(() => accounts.close())

const staff = { role: 'dispatcher', name: 'Naa Ɔkɔ 👩🏾‍🌾', email: 'naa@example.com', employee_id: 'disp009' }
const create = (body: object = staff, key = '') => accounts.call('createStaff', { token: admin, key, body })
const change = (id: string, body: object, token = admin) => accounts.call('changeUser', { token, id, body })
const remove = (id: string, token = admin) => accounts.call('deleteUser', { token, id })
const signIn = (identifier: string, password: string) =>
  accounts.call('signIn', { body: { employee_id: identifier, password } })
const isAlive = async (token: string) => (await accounts.kernel.tokens.verify(token)) !== undefined
const lastAdmin = { status: 409, body: { message: 'There must be at least one admin.' } }

/** Simulates a process that dies when it appends to a stream with this prefix. */
function dyingAt(prefix: string) {
  const { store } = accounts.kernel
  const append: EventStore['append'] = (stream, ...rest) =>
    stream.startsWith(prefix) ? Promise.reject(new StoreUnavailable('the process died')) : store.append(stream, ...rest)
  return { ...accounts.kernel, store: { ...store, append } }
}

describe('creating staff', () => {
  it('returns a one-time password for employee ID and email, which is nowhere in the log', async () => {
    const { status, body } = await create()
    expect(status).toBe(201)
    expect(body.user).toMatchObject({
      name: staff.name,
      email: staff.email,
      role: 'dispatcher',
      employee_id: 'DISP009',
    })
    expect(body.password).toMatch(/^([a-hj-km-np-z1-9]{4}-){3}[a-hj-km-np-z1-9]{4}$/)
    expect((await signIn('disp009', body.password)).status).toBe(200)
    expect((await signIn(staff.email, body.password)).status).toBe(200)
    expect(await accounts.logText()).not.toMatch(new RegExp(`${body.password}|Naa Ɔkɔ|naa@`))
    expect((await accounts.events('AccountRegistered')).at(-1)).toMatchObject({ registeredBy: 'a1' })
  })

  it('repeated under the same key answers the same account and password, and stores nothing', async () => {
    const first = await create(staff, 'k')
    const head = await accounts.kernel.store.head()
    expect(await create(staff, 'k')).toEqual(first)
    expect(await accounts.kernel.store.head()).toBe(head)
    expect((await create({ ...staff, name: 'Another' }, 'k')).status).toBe(422)
  })

  it('says which of the two identities is taken, and leaves the other one free', async () => {
    await create()
    const again = await create({ ...staff, employee_id: 'DISP010' })
    expect(again).toMatchObject({ status: 409, body: { message: 'Email already registered' } })
    const other = { ...staff, email: 'other@example.com' }
    expect(await create(other)).toMatchObject({ status: 409, body: { message: 'Employee ID already exists' } })
    expect((await create({ ...other, employee_id: 'DISP010' })).status).toBe(201)
  })

  it('that died anywhere is finished by its repetition', async () => {
    const command = { ...staff, role: 'admin' as const, userId: 'u9', phone: undefined, facility: undefined }
    const envelope = { commandId: 'c', fingerprint: 'f', actor: 'a1' }
    for (const at of ['identity-', 'account-', 'admins'])
      await expect(createStaff(dyingAt(at), command, envelope)).rejects.toBeInstanceOf(StoreUnavailable)
    const outcome = await createStaff(accounts.kernel, command, envelope)
    expect(isRejection(outcome)).toBe(false)
    expect(await accounts.events('AdminAppointed')).toMatchObject([{ userId: 'u9' }])
  })

  it('makes every password another one, under every key another', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), fc.string(), fc.string(), (key, a, b) => {
        expect(deriveOneTimePassword(key, a)).toBe(deriveOneTimePassword(key, a))
        if (a !== b) expect(deriveOneTimePassword(key, a)).not.toBe(deriveOneTimePassword(key, b))
        expect(deriveOneTimePassword(key, a)).not.toBe(
          deriveOneTimePassword(
            key.map((byte) => byte ^ 1),
            a,
          ),
        )
      }),
    )
  })
})

describe('a one-time password', () => {
  const settings = { darkMode: true, notifications: {} }
  const save = (token: string) => accounts.call('saveSettings', { token, body: settings })
  const choose = (token: string, currentPassword: string, newPassword: string) =>
    accounts.call('changePassword', { token, body: { currentPassword, newPassword } })
  /** Creates a staff account and signs in. */
  async function arrive(body: object = staff) {
    const { user, password } = (await create(body)).body
    const session = (await signIn(user.employee_id, password)).body
    return { id: user.id as string, password: password as string, token: session.token as string, session }
  }
  const refused = { status: 403, body: { message: expect.stringContaining('Choose your own password first') } }

  it('admits to nothing but choosing another one, which then opens everything', async () => {
    const { token, password, session } = await arrive()
    expect(session.user.mustChangePassword).toBe(true)
    expect(await save(token)).toMatchObject(refused)
    const { status, body } = await choose(token, password, 'a password of my own')
    expect(status).toBe(200)
    expect((await save(token)).status).toBe(401)
    expect((await save(body.token)).status).toBe(200)
    expect((await signIn(staff.employee_id, password)).status).toBe(401)
    const next = (await signIn(staff.employee_id, 'a password of my own')).body
    expect(next.user).not.toHaveProperty('mustChangePassword')
    expect((await save(next.token)).status).toBe(200)
  })

  it('closes the doors of a new admin too, and stays one in another role', async () => {
    const { id, token, password } = await arrive({ ...staff, role: 'admin' })
    expect(await accounts.call('deleteUser', { token, id: 'a1' })).toMatchObject(refused)
    await change(id, { role: 'auditor' })
    const next = (await signIn(staff.employee_id, password)).body
    expect(next.user).toMatchObject({ role: 'auditor', mustChangePassword: true })
    expect(await save(next.token)).toMatchObject(refused)
  })

  it('is no choice of one’s own: not again, and not by guessing the present one wrong', async () => {
    const { token, password } = await arrive()
    for (const current of [password, 'wrong'])
      expect(await choose(token, current, password)).toMatchObject({
        status: 400,
        body: { errors: { newPassword: 'Choose a password other than the current one' } },
      })
    expect(await accounts.events('PasswordChanged')).toEqual([])
    expect(await save(token)).toMatchObject(refused)
  })

  it('ends with a mailed link as well', async () => {
    const { id, token } = await arrive()
    await accounts.kernel.vault.saveLink('reset', hashToken('mailed'), id, Date.now() + 60_000)
    const body = { token: 'mailed', password: 'a password of my own' }
    expect((await accounts.call('resetPassword', { body })).status).toBe(200)
    expect((await save(token)).status).toBe(401)
    const next = (await signIn(staff.employee_id, 'a password of my own')).body
    expect((await save(next.token)).status).toBe(200)
  })

  it('is not what other accounts have', async () => expect((await save(admin)).status).toBe(200))
})

describe('changing a user', () => {
  it('ends their sessions at once; the next one is of the new role', async () => {
    const token = await accounts.join('d1', 'dispatcher')
    expect(await isAlive(token)).toBe(true)
    const { status, body } = await change('d1', { role: 'recycler', facility: 'WS001' })
    expect([status, body.user.role, body.user.facility]).toEqual([200, 'recycler', 'WS001'])
    expect(await isAlive(token)).toBe(false)
    const next = await signIn('d1@example.com', 'a good password')
    expect(await accounts.kernel.tokens.verify(next.body.token)).toMatchObject({ role: 'recycler', facility: 'WS001' })
  })

  it('to the present role changes nothing and leaves them signed in', async () => {
    const token = await accounts.join('d1', 'dispatcher')
    expect((await change('d1', { role: 'dispatcher' })).status).toBe(200)
    expect(await isAlive(token)).toBe(true)
    expect(await accounts.events('AccountReassigned')).toEqual([])
  })

  it('refuses oneself, strangers, and a resident without a zone', async () => {
    await accounts.join('d1', 'dispatcher')
    const self = await change('a1', { role: 'auditor' })
    expect(self).toMatchObject({ status: 403, body: { message: 'You can’t change your own role.' } })
    expect((await change('u-none', { role: 'auditor' })).status).toBe(404)
    expect(await change('d1', { role: 'resident' })).toMatchObject({
      status: 400,
      body: { errors: { zone: 'Zone is required' } },
    })
  })

  it('dead before its event leaves no session of the old role; dead between the streams it can be wished again', async () => {
    await accounts.join('a2', 'admin')
    const token = await accounts.join('a3', 'admin')
    const command = { userId: 'a3', role: 'auditor' as const }
    const envelope = (commandId: string) => ({ commandId, fingerprint: 'f', actor: 'a1' })
    const died = changeUser(dyingAt('account-'), command, envelope('one'))
    await expect(died).rejects.toBeInstanceOf(StoreUnavailable)
    expect(await isAlive(token)).toBe(false)
    const again = await changeUser(accounts.kernel, command, envelope('two'))
    expect(again).toMatchObject({ state: { registered: { role: 'auditor' } } })
  })

  it('repeated later does not undo later changes', async () => {
    await accounts.join('d1', 'dispatcher')
    const body = { role: 'auditor' }
    await accounts.call('changeUser', { token: admin, id: 'd1', key: 'k', body })
    await change('d1', { role: 'admin' })
    expect((await accounts.call('changeUser', { token: admin, id: 'd1', key: 'k', body })).status).toBe(200)
    expect(await accounts.events('AdminDismissed')).toEqual([])
  })
})

describe('the last admin', () => {
  it('of two who demote each other at once, one stays', async () => {
    let third = 'a1'
    for (let round = 0; round < 4; round++) {
      const [x, y] = [`x${round}`, `y${round}`]
      const [tokenX, tokenY] = [await accounts.join(x, 'admin'), await accounts.join(y, 'admin')]
      expect((await change(third, { role: 'auditor' }, tokenX)).status).toBe(200)
      const answers = await Promise.all([
        change(y, { role: 'auditor' }, tokenX),
        change(x, { role: 'auditor' }, tokenY),
      ])
      const statuses = answers.map(({ status }) => status)
      third = statuses[0] === 200 ? x : y
      statuses.sort()
      expect(statuses[0]).toBe(200)
      expect([401, 409]).toContain(statuses[1])
    }
  })

  it('can not be taken by anybody, however many try at once', async () => {
    const names = ['a2', 'a3', 'a4']
    const tokens = [admin, ...(await Promise.all(names.map((name) => accounts.join(name, 'admin'))))]
    const everyone = ['a1', ...names]
    const tries = everyone.flatMap((name, n) =>
      tokens.flatMap((token, by) =>
        by === n ? [] : [(n + by) % 2 ? change(name, { role: 'auditor' }, token) : remove(name, token)],
      ),
    )
    const replies = await Promise.all(tries)
    expect(replies.every(({ status }) => [200, 401, 404, 409].includes(status))).toBe(true)
    const left = await Promise.all(tokens.map(isAlive))
    expect(left).toContain(true)
  })

  it('is informed', async () => {
    const second = await accounts.join('a2', 'admin')
    const { kernel } = accounts
    const seen = { commandId: 'c', fingerprint: 'f', actor: 'a2' }
    await change('a1', { role: 'auditor' }, second)
    const rejected = await changeUser(kernel, { userId: 'a2', role: 'auditor' }, { ...seen, actor: 'a1' })
    expect(rejected).toMatchObject({ rejected: 'conflict', message: lastAdmin.body.message })
  })
})

describe('deleting a user', () => {
  it('erases them, says who did it, and frees email and employee ID', async () => {
    const created = (await create()).body.user
    expect(await remove(created.id)).toMatchObject({ status: 200, body: { message: 'User deleted' } })
    expect((await accounts.events('AccountErased'))[0]).toMatchObject({ userId: created.id, erasedBy: 'a1' })
    expect(await accounts.kernel.vault.credentials(created.id)).toBeUndefined()
    expect((await create()).status).toBe(201)
  })

  it('refuses oneself and strangers', async () => {
    const self = await remove('a1')
    expect(self).toMatchObject({ status: 403, body: { message: 'You can’t delete your own account.' } })
    expect((await remove('u-none')).status).toBe(404)
  })

  it('is for admins, as all of it', async () => {
    const token = await accounts.join('d1', 'dispatcher')
    for (const reply of [await remove('a1', token), await change('a1', {}, token)]) expect(reply.status).toBe(403)
  })
})

it('keeps the sign-ins of staff, and neither address nor password nor those of residents', async () => {
  await accounts.join('r1', 'resident')
  await accounts.join('d1', 'dispatcher')
  for (const who of ['r1', 'd1']) await signIn(`${who}@example.com`, 'a good password')
  await signIn('d1@example.com', 'wrong')
  const kept = await accounts.events('StaffSignedIn')
  const times = { signedInAt: expect.stringMatching(/Z$/) }
  expect(kept).toEqual([{ userId: 'd1', role: 'dispatcher', origin: expect.stringMatching(/^[\w-]{10}$/), ...times }])
  await eventually(async () => {
    const noted = await accounts.events('SecurityNoted')
    expect(noted.map(({ kind, userId }) => [kind, userId])).toEqual([
      ['signed-in', 'r1'],
      ['refused', 'd1'],
    ])
  })
  expect(await accounts.logText()).not.toContain('127.0.0.1')
})

describe('a driver', () => {
  const assigned = async (userId: string) => {
    await accounts.join(userId, 'driver')
    const { kernel } = accounts
    const command = { userId, vehicleId: 'T001', by: 'd1' }
    await handleAssignmentCommand(kernel, assignDriver, command, {
      commandId: `assign/${userId}`,
      fingerprint: '',
      actor: 'd1',
    })
    expect(await loadVehicleOfDriver(kernel, userId)).toBe('T001')
  }

  it('of another role or without an account leaves the truck free', async () => {
    await assigned('v1')
    expect((await change('v1', { role: 'dispatcher' })).status).toBe(200)
    expect(await loadVehicleOfDriver(accounts.kernel, 'v1')).toBeUndefined()
    await assigned('v2')
    expect((await remove('v2')).status).toBe(200)
    expect(await loadVehicleOfDriver(accounts.kernel, 'v2')).toBeUndefined()
    await assigned('v3')
  })
})

it('staff that an admin creates, or whose role they change, count for the quota of the day', async () => {
  const few = await openAccountsFixture((name, quota) =>
    createMemoryLimiter(name, name === 'staffInDay' ? { ...quota, points: 2 } : quota),
  )
  const token = await few.join('a1', 'admin', { employeeId: 'ADMIN001' })
  const { status, body } = await few.call('createStaff', { token, body: staff })
  expect(status).toBe(201)
  const role = (name: string) => few.call('changeUser', { token, id: body.user.id, body: { role: name } })
  expect(await role('auditor')).toMatchObject({ status: 200 })
  expect(await role('dispatcher')).toMatchObject({ status: 429 })
  expect(await few.call('createStaff', { token, body: staff })).toMatchObject({ status: 429 })
  await few.close()
})
