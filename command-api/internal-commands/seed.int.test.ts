/**
 * Tests of the demo data: each truck gets a driver, and passwords that users chose stay.
 * An older installation's trucks are left unchanged.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { verifyPassword } from '#platform/auth/passwords.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createLog } from '#platform/logging.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { userIdOf } from '../accounts/register.ts'
import { accountAggregate } from '../aggregates/account.ts'
import { type Vehicle, vehicleAggregate } from '../aggregates/vehicle.ts'
import { zoneAggregate } from '../aggregates/zone.ts'
import { vehicleForm } from '../fleet/fixtures.ts'
import { registerVehicle } from '../fleet/register-vehicle.ts'
import { createEvent } from '../kernel/decider.ts'
import { handleCommand } from '../kernel/handle.ts'
import { type Kernel, openKernel } from '../kernel/kernel.ts'
import { createInternalCommands } from './commands.ts'
import { openFirstZones, seedDemoAccounts, UNMATCHABLE_PASSWORD_HASH } from './seed.ts'

let folder: string
let kernel: Kernel
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const vault = openSqliteVault(path.join(folder, 'vault.db'))
  kernel = await openKernel({ store, vault, reads: openMemoryReadStore(), log: createLog('test', 'silent') })
  await openFirstZones(kernel)
})
afterEach(async () => {
  await Promise.all([kernel.store.close(), kernel.vault.close()])
  rmSync(folder, { recursive: true })
})

const truck = (id: string) => kernel.store.readStream(vehicleAggregate.stream(id))
const driverOf = async (id: string) => {
  const { driver } = ((await truck(id))[0]?.data ?? {}) as { driver?: string }
  return (await kernel.sealer.open([{ personId: `driver-${id}`, sealed: driver ?? '' }]))[0]
}

it('gives each truck a driver, once', async () => {
  await seedDemoAccounts(kernel, 'a good password')
  await seedDemoAccounts(kernel, 'a good password')
  expect(await driverOf('T001')).toEqual({ name: 'Kofi Demo', contact: '+233 00 000 0001' })
  for (const id of ['T001', 'T002', 'T003']) {
    expect(await truck(id)).toHaveLength(1)
    expect(JSON.stringify(await truck(id))).not.toMatch(/Kofi Demo|\+233/)
  }
})

it('leaves a password that was chosen since as it is, and says none', async () => {
  expect(await seedDemoAccounts(kernel, undefined)).toEqual(expect.any(String))
  const userId = userIdOf('seed/resident.ablekuma@test.com')
  const { sessionVersion = 0 } = (await kernel.vault.credentials(userId)) ?? {}
  await kernel.vault.setPassword(userId, 'chosen', sessionVersion)
  expect(await seedDemoAccounts(kernel, undefined)).toBeUndefined()
  expect(await kernel.vault.credentials(userId)).toMatchObject({ passwordHash: 'chosen' })
})

it('gives a demo resident who has a past, and no password yet, the one that it says', async () => {
  await seedDemoAccounts(kernel, undefined)
  const userId = userIdOf('seed/resident.ablekuma@test.com')
  const { sessionVersion = 0 } = (await kernel.vault.credentials(userId)) ?? {}
  await kernel.vault.setPassword(userId, UNMATCHABLE_PASSWORD_HASH, sessionVersion)
  const said = await seedDemoAccounts(kernel, undefined)
  const { passwordHash = '' } = (await kernel.vault.credentials(userId)) ?? {}
  expect(await verifyPassword(passwordHash, said ?? '')).toBe(true)
})

it('gives an imported city an admin, whatever its zones and trucks are', async () => {
  const imported = { commandId: 'import', fingerprint: '', actor: 'system' }
  const [zoneId, closedAt] = ['Ablekuma North', new Date().toISOString()]
  const closed = createEvent('ZoneClosed', { zoneId, closedBy: 'system', closedAt })
  await handleCommand(kernel.store, zoneAggregate.stream(zoneId), zoneAggregate, () => [closed], imported)
  const decide = (state: Vehicle) =>
    registerVehicle({ ...vehicleForm, id: 'T001', registeredBy: 'system' }, state, new Date())
  await handleCommand(kernel.store, vehicleAggregate.stream('T001'), vehicleAggregate, decide, imported)
  for (let start = 0; start < 2; start++) await seedDemoAccounts(kernel, 'a good password')
  const has = async (identifier: string) =>
    (await kernel.store.readStream(accountAggregate.stream(userIdOf(`seed/${identifier}`)))).length > 0
  expect(await has('ADMIN001')).toBe(true)
  expect(await has('resident.ayawaso@test.com')).toBe(true)
  expect(await has('resident.ablekuma@test.com')).toBe(false)
  expect(await truck('T001')).toHaveLength(1)
})

it('leaves the trucks of an older installation alone', async () => {
  const older = { ...vehicleForm, id: 'T001', registeredBy: 'system' }
  const envelope = { commandId: 'seed/vehicle-T001', fingerprint: 'seed', actor: 'system' }
  const decide = (state: Vehicle) => registerVehicle(older, state, new Date())
  await handleCommand(kernel.store, vehicleAggregate.stream('T001'), vehicleAggregate, decide, envelope)
  await seedDemoAccounts(kernel, 'a good password')
  expect(await truck('T001')).toMatchObject([{ data: { make: 'Ford', tankCapacity: 100 } }])
  expect((await truck('T001'))[0]?.data).not.toHaveProperty('driver')
})

it('a driver’s key that a crash left is deleted by the job', async () => {
  await seedDemoAccounts(kernel, 'a good password')
  await createInternalCommands(kernel)('job/erase-driver-T001', { type: 'FinishErasure', userId: 'driver-T001' })
  expect(await driverOf('T001')).toBeUndefined()
  expect(await driverOf('T002')).toMatchObject({ name: 'Ama Demo' })
})
