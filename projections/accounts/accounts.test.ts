/** Tests the rows of accounts, the endpoint `me`, the settings, and the admin's list of users. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AdminUser } from '#contract/views.ts'
import { presentSnapshotOf } from '../queries/dependencies.ts'
import { accountErased, createCall, NOW, openProjectionsFixture, zone } from '../queries/fixtures.ts'
import { createPersonDirectory } from '../queries/people.ts'
import { givenEvents } from '../runner/fixtures.ts'
import { accountsView } from './accounts-view.ts'
import { createAdminUserReadHandlers } from './admin-users.ts'
import { createAccountReadHandlers } from './routes.ts'

const at = NOW.toISOString()
let city: Awaited<ReturnType<typeof openProjectionsFixture>>
beforeEach(async () => {
  city = await openProjectionsFixture()
})
afterEach(() => city.close())

const saved = (userId: string, darkMode: boolean, notifications = {}) =>
  ({ type: 'SettingsSaved', data: { userId, settings: { darkMode, notifications }, savedAt: at } }) as const

describe('the row of an account', () => {
  const registered = {
    type: 'AccountRegistered',
    data: { userId: 'u1', role: 'dispatcher', employeeId: 'DISP009', sealed: 's', registeredAt: at },
  } as const
  const row = { id: 'u1', role: 'dispatcher', employeeId: 'DISP009', sealed: 's', createdAt: at, erased: false }
  const reassigned = {
    type: 'AccountReassigned',
    data: { userId: 'u1', role: 'recycler', facility: 'WS001', changedBy: 'a1', changedAt: at },
  } as const
  const signedIn = { type: 'StaffSignedIn', data: { userId: 'u1', role: 'dispatcher', signedInAt: at } } as const

  it('takes another role and facility', () =>
    givenEvents(accountsView, [registered, reassigned]).then('u1', {
      ...row,
      role: 'recycler',
      facility: 'WS001',
      position: 2,
    }))
  it('keeps the last settings, the last sign-in, and itself when erased', () =>
    givenEvents(accountsView, [registered, saved('u1', true), saved('u1', false), signedIn, accountErased('u1')]).then(
      'u1',
      {
        ...row,
        employeeId: undefined,
        settings: { darkMode: false, notifications: {} },
        lastSignInAt: at,
        erased: true,
        position: 5,
      },
    ))
  it('is not made by a sign-in, settings or an erasure', () =>
    givenEvents(accountsView, [reassigned, saved('u1', true), signedIn, accountErased('u1')]).then('u1', undefined))
})

describe('who am I', () => {
  const me = (userId: string) =>
    createAccountReadHandlers(city.reading).me?.(createCall<'me'>(userId, 'resident'), presentSnapshotOf(city.reading))

  it('waits for the row of a person who has just signed up', async () => {
    // Uses fake timers, so that the read's time limit cannot expire.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const asked = me('u1')
      await city.happened(await city.registered('u1', { name: 'Ama' }))
      expect(await asked).toMatchObject({ user: { id: 'u1', name: 'Ama' } })
    } finally {
      vi.useRealTimers()
    }
  })

  it('says that the password must be changed, as the token does', async () => {
    await city.happened(await city.registered('d1', { role: 'dispatcher' }))
    const call = createCall<'me'>('d1', 'dispatcher')
    const principal = { ...call.principal, mustChangePassword: true as const }
    const { me: whoAmI } = createAccountReadHandlers(city.reading)
    expect(await whoAmI?.({ ...call, principal }, presentSnapshotOf(city.reading))).toMatchObject({
      user: { mustChangePassword: true },
    })
    expect(await whoAmI?.(call, presentSnapshotOf(city.reading))).not.toMatchObject({
      user: { mustChangePassword: true },
    })
  })

  it('gives up after a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const asked = me('nobody')
      await vi.advanceTimersByTimeAsync(1_000)
      expect(await asked).toMatchObject({ rejected: 'not-found' })
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('settings', () => {
  const settings = (userId: string, role: 'resident' | 'recycler') =>
    createAccountReadHandlers(city.reading).settings?.(
      createCall<'settings'>(userId, role),
      presentSnapshotOf(city.reading),
    )

  it('are dark with every option of the role on, until saved', async () => {
    await city.happened(await city.registered('u1'), await city.registered('r1', { role: 'recycler' }))
    expect(await settings('u1', 'resident')).toEqual({
      saved: false,
      settings: { darkMode: true, notifications: { collection: true, reports: true } },
    })
    expect(await settings('r1', 'recycler')).toEqual({
      saved: false,
      settings: { darkMode: true, notifications: { delivery_alerts: true, weekly_reports: true } },
    })
  })

  it('have the language of the sign-up until another is chosen', async () => {
    const { type, data } = await city.registered('u1')
    await city.happened({ type, data: { ...data, language: 'ak' } } as Awaited<ReturnType<typeof city.registered>>)
    expect(await settings('u1', 'resident')).toMatchObject({ saved: false, settings: { language: 'ak' } })
    const chosen = saved('u1', true)
    await city.happened({ ...chosen, data: { ...chosen.data, settings: { ...chosen.data.settings, language: 'fr' } } })
    expect(await settings('u1', 'resident')).toMatchObject({ saved: true, settings: { language: 'fr' } })
  })

  it('are those last saved; what was not named stays on, and what is of another role is left out', async () => {
    await city.happened(await city.registered('u1'), saved('u1', false, { collection: false, route_alerts: false }))
    expect(await settings('u1', 'resident')).toEqual({
      saved: true,
      settings: { darkMode: false, notifications: { collection: false, reports: true } },
    })
  })
})

describe("the admin's list of users", () => {
  type Answer = { users: AdminUser[]; total: number }
  let list: (query?: object) => Promise<Answer>
  beforeEach(() => {
    const { adminUsers } = createAdminUserReadHandlers(createPersonDirectory(city.reading))
    list = async (query) =>
      (await adminUsers?.(
        createCall<'adminUsers'>('a1', 'admin', { query }),
        presentSnapshotOf(city.reading),
      )) as Answer
  })
  const ids = ({ users }: Answer) => users.map((user) => user.id)
  async function fill() {
    const later = '2026-03-05T00:00:00.000Z'
    await city.happened(
      await city.registered('u1', { name: 'Émilie Ɔkɔ', zone }),
      await city.registered('u2', { name: 'ama', email: 'z@example.com', zone: 'Ayawaso West', registeredAt: later }),
      await city.registered('d1', { name: 'Zed', role: 'dispatcher', employeeId: 'DISP007', facility: 'Depot' }),
    )
  }

  it('is sorted by name without case or accents, and by each of its columns, both ways', async () => {
    await fill()
    expect(ids(await list())).toEqual(['u2', 'u1', 'd1'])
    expect(ids(await list({ order: 'desc' }))).toEqual(['d1', 'u1', 'u2'])
    expect(ids(await list({ sort: 'email' }))).toEqual(['d1', 'u1', 'u2'])
    expect(ids(await list({ sort: 'role' }))).toEqual(['d1', 'u2', 'u1'])
    expect(ids(await list({ sort: 'zone' }))).toEqual(['u1', 'u2', 'd1'])
    expect(ids(await list({ sort: 'createdAt', order: 'desc' }))).toEqual(['u2', 'u1', 'd1'])
  })

  it.each(['phone', '__proto__', 'constructor'])('is not entered by %s', async (sort) => {
    expect(await list({ sort })).toMatchObject({ rejected: 'bad-request', errors: { sort: expect.any(Object) } })
  })

  it.each([
    ['EMILIE oko', ['u1']],
    ['z@EXAMPLE', ['u2']],
    ['disp007', ['d1']],
    ['ayawaso', ['u2']],
    ['depot', ['d1']],
    ['ama ayawaso', ['u2']],
    ['ama ablekuma', []],
  ])('finds %j', async (search, expected) => {
    await fill()
    expect(await list({ search })).toMatchObject({ total: expected.length })
    expect(ids(await list({ search }))).toEqual(expected)
  })

  it('has the erased after all others in every sort, without anything that says who they were', async () => {
    await fill()
    expect(JSON.stringify(await list())).toContain('Zed')
    await city.happened(accountErased('u2'), accountErased('d1'))
    for (const sort of ['name', 'email', 'role', 'zone', 'createdAt'])
      for (const order of ['asc', 'desc']) expect(ids(await list({ sort, order }))[0]).toBe('u1')
    const { users } = await list()
    expect(users).toMatchObject([
      { id: 'u1', erased: false },
      { id: 'u2', name: 'Erased resident', email: '', erased: true },
      { id: 'd1', name: 'Erased user', email: '', erased: true },
    ])
    expect(JSON.stringify(users)).not.toMatch(/ama|z@|Zed|DISP007|Depot|Ayawaso/)
    expect(await list({ search: 'zed' })).toEqual({ users: [], total: 0 })
  })

  it('says nothing of a person whose key is gone before their row says so', async () => {
    await fill()
    await city.vault.erase('u1')
    city.reading.sealer.forget('u1')
    expect((await list()).users.at(-1)).toMatchObject({ id: 'u1', name: 'Erased resident', email: '', erased: true })
  })

  it('shows who has come and who was changed since it was listed', async () => {
    await fill()
    const before = await list()
    expect(await list()).toEqual(before)
    await city.happened(await city.registered('u9', { name: 'Aaron' }))
    expect(ids(await list())[0]).toBe('u9')
    await city.happened(await city.registered('u9', { name: 'Zzz' }))
    expect(ids(await list()).at(-1)).toBe('u9')
  })

  it('shows each of 10,000 once, page by page', async () => {
    const numbers = Array.from({ length: 10_000 }, (_, n) => n)
    await city.happened(
      ...(await Promise.all(numbers.map((n) => city.registered(`u${n}`, { name: `P${String(n).padStart(5, '0')}` })))),
    )
    const seen: string[] = []
    for (let page = 1; page <= 50; page++) {
      const answer = await list({ page, size: 200 })
      expect(answer.total).toBe(10_000)
      seen.push(...answer.users.map((user) => user.name))
    }
    expect(seen).toEqual(numbers.map((n) => `P${String(n).padStart(5, '0')}`))
    expect(await list({ page: 51, size: 200 })).toEqual({ users: [], total: 10_000 })
    expect(await list({ search: 'p00042' })).toMatchObject({ users: [{ id: 'u42' }], total: 1 })
  })
})
