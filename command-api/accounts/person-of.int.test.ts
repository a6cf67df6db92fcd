/**
 * Tests reading names of reporters from the account's row.
 * Erased persons have no name.
 */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { pickProfile } from '#platform/persons.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { fillTable } from '#tests/fixtures/fill-table.ts'
import { openAccountsFixture } from './fixtures-api.ts'
import { createPersonLoader } from './person.ts'

let accounts: Awaited<ReturnType<typeof openAccountsFixture>>
let token: string
let personOf: ReturnType<typeof createPersonLoader>
beforeEach(async () => {
  accounts = await openAccountsFixture()
  token = await accounts.join('u1', 'resident')
  personOf = createPersonLoader(accounts.kernel)
})
afterEach(() => accounts.close())

/** Writes an account row, because no view runs in these tests. */
async function keepRow(position: number, name: string, more: { unconfirmed?: true } = {}) {
  const sealed = await accounts.kernel.sealer.seal('u1', pickProfile({ name, email: 'u1@example.com' }))
  const row = { id: 'u1', position, role: 'resident', sealed, ...more }
  await fillTable(accounts.kernel.reads, 'accounts', [row as Row])
}

it('is the one in the log while there is no row', async () => {
  expect(await personOf('u1')).toEqual({ name: 'Ama' })
  expect(await personOf('u2')).toBeUndefined()
})

it('is the new one once it was changed', async () => {
  expect(await personOf('u1')).toEqual({ name: 'Ama' })
  expect((await accounts.call('changeProfile', { token, body: { name: 'Efua' } })).status).toBe(200)
  expect(await personOf('u1')).toEqual({ name: 'Efua' })
  await keepRow(1, 'Efua')
  expect(await personOf('u1')).toEqual({ name: 'Efua' })
  await keepRow(2, 'Esi')
  expect(await personOf('u1')).toEqual({ name: 'Esi' })
})

it('does not read the log if the row has the answer', async () => {
  await keepRow(1, 'Ama')
  const store = { ...accounts.kernel.store, readStream: () => Promise.reject(new Error('the log was read')) }
  expect(await createPersonLoader({ ...accounts.kernel, store })('u1')).toEqual({ name: 'Ama' })
})

it('is confirmed as soon as the log says so, even if the row is behind', async () => {
  await keepRow(1, 'Ama', { unconfirmed: true })
  expect(await personOf('u1')).toEqual({ name: 'Ama' })
  await accounts.join('u2', 'resident', { unconfirmed: true })
  expect(await personOf('u2')).toEqual({ name: 'Ama', unconfirmed: true })
})

it('belongs to nobody once the person was erased, even if the row is behind', async () => {
  await keepRow(1, 'Ama')
  await accounts.kernel.vault.erase('u1')
  accounts.kernel.sealer.forget('u1')
  expect(await personOf('u1')).toBeUndefined()
})
