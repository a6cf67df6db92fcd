/** Tests that a start waits while MongoDB hangs and then continues. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type MongoDouble, startMongoDouble } from '../tests/doubles/mongodb/server.ts'
import { eventually } from '../tests/fixtures/eventually.ts'
import { openMongoReadStore } from './read-store/mongodb.ts'
import { createStartupRetry } from './startup-retry.ts'
import { openMongoVault } from './vault/mongodb.ts'

let double: MongoDouble
let folder: string
beforeEach(async () => {
  double = await startMongoDouble()
  folder = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
})
afterEach(async () => {
  await double.close()
  rmSync(folder, { recursive: true })
})

it('waits for a server that hangs, when it connects and when it asks', async () => {
  const warn = vi.fn()
  const start = createStartupRetry({ warn }, 1)
  double.hang()
  const opening = Promise.all([
    start.persist(() => openMongoVault(double.url, path.join(folder, 'vault.key'))),
    start.persist(() => openMongoReadStore(double.url)),
  ])
  await eventually(() =>
    expect(warn).toHaveBeenCalledWith(expect.stringMatching(/MongoDB can't be used.+Waiting for it/)),
  )
  double.wake()
  const [vault, reads] = await opening

  const calls = warn.mock.calls.length
  double.hang()
  const ports = { vault: start.patient(vault), reads: start.patient(reads) }
  const asking = Promise.all([
    ports.vault.installationKey('tokens'),
    ports.reads.tables(),
    ports.reads.leases?.renew({ id: 'one', beat: '1', versions: {} }),
  ])
  await eventually(() => expect(warn.mock.calls.length).toBeGreaterThan(calls))
  double.wake()
  const [key, tables] = await asking
  expect(key).toHaveLength(32)
  expect(tables).toEqual([])
  expect(await reads.leases?.all()).toHaveLength(1)

  start.over()
  double.hang()
  await expect(ports.reads.ping()).rejects.toThrow()
  double.wake()
  await Promise.all([vault.close(), reads.close()])
})

it('ends at once with what a server refuses for good', async () => {
  const warn = vi.fn()
  const start = createStartupRetry({ warn }, 1)
  const vault = await openMongoVault(double.url, path.join(folder, 'vault.key'))
  await vault.installationKey('tokens')
  await vault.close()
  const another = start.persist(() => openMongoVault(double.url, path.join(folder, 'another.key')))
  await expect(another).rejects.toThrow()
  expect(warn).not.toHaveBeenCalled()
})
