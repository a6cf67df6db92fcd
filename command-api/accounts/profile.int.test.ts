/**
 * Tests that users change their own name and phone number over HTTP.
 * Changes are stored encrypted, and later reads return them.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openAccountsFixture } from './fixtures-api.ts'

let accounts: Awaited<ReturnType<typeof openAccountsFixture>>
let token: string
beforeEach(async () => {
  accounts = await openAccountsFixture()
  token = await accounts.join('r1', 'recycler', { employeeId: 'REC009' })
})
afterEach(() => accounts.close())

const change = (body: object, key?: string) => accounts.call('changeProfile', { token, body, ...(key && { key }) })
const events = () => accounts.events('AccountChanged')

it('changes name and phone, and keeps the sign-in', async () => {
  const { status, body } = await change({ name: '  Efua Asante ', phone: '+233 24 412 3456' })
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ id: 'r1', name: 'Efua Asante', phone: '+233 24 412 3456', employee_id: 'REC009' })
  expect(body.user.email).toContain('@')
  expect(await accounts.logText()).not.toMatch(/Efua Asante|412 3456/)
  expect((await change({ name: 'Efua Asante', phone: '' })).body.user).not.toHaveProperty('phone')
})

it('changes nothing where nothing is another, and the same command is answered again', async () => {
  const body = { name: 'Efua Asante' }
  const first = await change(body, 'k')
  expect(await change(body, 'k')).toEqual(first)
  expect((await change(body, 'another')).body.user).toEqual(first.body.user)
  expect(await events()).toHaveLength(1)
})

it.each([
  [{ name: '   ' }, 'Name is required'],
  [{ phone: '0244123456' }, 'Name is required'],
  [{ name: 'Efua', phone: 'call me' }, 'Invalid phone number'],
])('refuses %j', async (body, message) => {
  const refused = await change(body)
  expect(refused.status).toBe(400)
  expect(JSON.stringify(refused.body)).toContain(message)
  expect(await events()).toEqual([])
})
