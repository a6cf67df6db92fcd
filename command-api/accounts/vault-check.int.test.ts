/**
 * Tests that missing or added vault entries stop the start with a message.
 * Runs on both kinds of vault storage.
 */
import { randomUUID } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isRejection } from '#contract/http/problems.ts'
import { tableNameOf } from '#contract/tables.ts'
import { writeRestoredNote } from '#platform/backup/restored-note.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import { openEventStoreDb } from '#platform/event-store/eventstoredb.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createLog } from '#platform/logging.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { changeMongoRows, changeSqliteRows, type VaultRowEditor } from '#platform/vault/fixtures-rows.ts'
import { openMongoVault } from '#platform/vault/mongodb.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import type { Vault } from '#platform/vault/vault.ts'
import { startEventStoreDouble } from '#tests/doubles/eventstoredb/server.ts'
import { startMongoDouble } from '#tests/doubles/mongodb/server.ts'
import { loadAccountState } from '../aggregates/account.ts'
import { vehicleForm } from '../fleet/fixtures.ts'
import { createFleetHandlers } from '../fleet/routes.ts'
import { openFirstZones } from '../internal-commands/seed.ts'
import { pairLogWithVault } from '../kernel/installation.ts'
import { openKernel } from '../kernel/kernel.ts'
import { acceptVaultDifferences, deleteAccount, reapplyErasures } from './delete-account.ts'
import { registerAccount } from './register.ts'
import { canAcceptVaultDifferences, checkVaultMatchesLog, compareVaultWithLog } from './vault-check.ts'

const root = mkdtempSync(path.join(tmpdir(), 'vault-check-'))
const closing: (() => Promise<unknown>)[] = []
let dataDir: string
beforeEach(() => {
  dataDir = path.join(root, randomUUID())
  mkdirSync(dataDir)
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
afterAll(() => rmSync(root, { recursive: true }))

interface Backing {
  log(): Promise<EventStore>
  vault(): Promise<Vault>
  change(work: (rows: VaultRowEditor) => Promise<unknown>): Promise<void>
}
const NOTE = 'erased-up-to'

async function openSqlite(): Promise<Backing> {
  const file = path.join(dataDir, 'vault.db')
  return {
    log: async () => openSqliteEventStore(path.join(dataDir, 'log.db')),
    vault: async () => openSqliteVault(file),
    change: (work) => changeSqliteRows(file, work),
  }
}

async function openDoubles(): Promise<Backing> {
  const [log, mongo] = [await startEventStoreDouble(), await startMongoDouble()]
  closing.push(
    () => log.close(),
    () => mongo.close(),
  )
  return {
    log: () => openEventStoreDb(log.url),
    vault: () => openMongoVault(mongo.url, path.join(dataDir, 'vault.key')),
    change: (work) => changeMongoRows(mongo.url, work),
  }
}

const BACKINGS = [
  ['SQLite', openSqlite],
  ['the doubles of EventStoreDB and MongoDB', openDoubles],
] as const

const envelope = (commandId: string) => ({ commandId, fingerprint: '', actor: 'a1' })

describe.each(BACKINGS)('on %s', (_, openBacking) => {
  let backing: Backing
  beforeEach(async () => {
    backing = await openBacking()
    await live('u1', 'u2')
  })

  async function start() {
    const [store, vault] = [await backing.log(), await backing.vault()]
    const close = async () => void (await Promise.all([store.close(), vault.close()]))
    try {
      await pairLogWithVault({ store, vault }, new Date())
      const followed = await checkVaultMatchesLog({ store, vault, dataDir })
      const log = createLog('test', 'silent')
      const kernel = await openKernel({ store, vault, reads: openMemoryReadStore(), log })
      await reapplyErasures(kernel, followed)
      return { kernel, close }
    } catch (error) {
      await close()
      throw error
    }
  }
  const startAndStop = async () => (await start()).close()

  async function live(...people: string[]): Promise<void> {
    const { kernel, close } = await start()
    await openFirstZones(kernel)
    for (const userId of people) {
      const person = { role: 'resident', zone: 'Ablekuma North', name: userId, password: 'a good password' } as const
      const registered = await registerAccount(
        kernel,
        { ...person, userId, email: `${userId}@example.com` },
        envelope(userId),
      )
      if (isRejection(registered)) throw new Error(registered.message)
    }
    await kernel.reads.setCheckpoints(new Map([[tableNameOf('vehicles'), await kernel.store.head()]]))
    const { registerVehicle } = createFleetHandlers(kernel) as Record<string, (call: object) => Promise<object>>
    const body = { ...vehicleForm, id: `T-${people[0]}`, driver_name: 'Kofi' }
    await registerVehicle?.({ body, principal: { userId: 'a1' }, envelope: envelope(`truck of ${people[0]}`) })
    await close()
  }

  /** Compares vault and log and accepts differences, as `npm run repair -- --accept` does. */
  async function accept() {
    const [store, vault] = [await backing.log(), await backing.vault()]
    const { differences } = await compareVaultWithLog({ store, vault }, { isRestored: false })
    await acceptVaultDifferences({ store, vault }, differences, { isRestored: false })
    await Promise.all([store.close(), vault.close()])
    return differences
  }

  it('starts on a vault that fits, and after people came, left and were erased', async () => {
    await startAndStop()
    await live('u3')
    const { kernel, close } = await start()
    await deleteAccount(kernel, 'u1', envelope('delete u1'))
    await close()
    await startAndStop()
    await startAndStop()
  })

  it('records an accepted erasure before the vault erases, so that an interruption loses neither', async () => {
    const [store, vault] = [await backing.log(), await backing.vault()]
    const stopped = { ...vault, erase: () => Promise.reject(new Error('stopped')) }
    const differences = { missing: [], erased: [], listed: ['u1'], keys: [], isAltered: false }
    const accepted = acceptVaultDifferences({ store, vault: stopped }, differences, { isRestored: false })
    await expect(accepted).rejects.toThrow('stopped')
    await Promise.all([store.close(), vault.close()])
    const { kernel, close } = await start()
    expect((await loadAccountState(kernel.store, 'u1')).status).toBe('erased')
    expect(await kernel.vault.erasedAmong(['u1'])).toEqual(new Set(['u1']))
    await close()
  })

  it.each([true, false])('misses a person and a driver; noted before: %s', async (isNoted) => {
    if (isNoted) await startAndStop()
    await backing.change(async (rows) => {
      await rows.removePerson('u2')
      await rows.removePersonKey('driver-T-u1')
    })
    const sentence =
      /^The vault has no key for 2 people \(u2, driver-T-u1\) in the log\. Restore log and vault .+ npm run repair -- --accept$/
    await expect(start()).rejects.toThrow(sentence)
    // Starts a second time, because the failed start must not have created new keys.
    await expect(start()).rejects.toThrow(sentence)
    expect(await accept()).toMatchObject({ missing: ['u2', 'driver-T-u1'] })
    const { kernel, close } = await start()
    expect(await kernel.vault.erasedAmong(['u1', 'u2'])).toEqual(new Set(['u2']))
    // Only the email of the erased person can be used for a new sign-up.
    const again = { role: 'resident', zone: 'Ablekuma North', name: 'u2', password: 'a good password' } as const
    const signUp = (userId: string, email: string) =>
      registerAccount(kernel, { ...again, userId, email }, envelope(userId))
    expect(await signUp('u3', 'u1@example.com')).toMatchObject({ message: 'Email already registered' })
    expect(await signUp('u4', 'u2@example.com')).toMatchObject({ state: { status: 'active' } })
    await close()
    await startAndStop()
  })

  it('reports a missing person in a vault without its note', async () => {
    await startAndStop()
    await backing.change(async (rows) => {
      await rows.removePerson('u1')
      await rows.removeNote(NOTE)
    })
    await expect(start()).rejects.toThrow('has no key for 1 person (u1)')
  })

  it.each(['identities', 'fingerprints'])('misses the key of %s', async (name) => {
    await startAndStop()
    await backing.change(async (rows) => rows.removeInstallationKey(name))
    const sentence = `Installation keys in the vault are missing or were replaced: ${name}.`
    await expect(start()).rejects.toThrow(sentence)
    const vault = await backing.vault()
    // Creates a new installation key in the vault, as another starting process could.
    await vault.installationKey(name)
    await vault.close()
    await expect(start()).rejects.toThrow(sentence)
    const differences = await accept()
    expect(canAcceptVaultDifferences(differences)).toBe(name !== 'identities')
    if (canAcceptVaultDifferences(differences)) await startAndStop()
  })

  it('reports the missing key of names in an older vault, which has no note', async () => {
    await backing.change(async (rows) => {
      await rows.removeNote(NOTE)
      await rows.removeInstallationKey('identities')
    })
    await expect(start()).rejects.toThrow('missing or were replaced: identities.')
  })

  it('sees who was marked as erased', async () => {
    await startAndStop()
    await backing.change(async (rows) => rows.markErased('u1'))
    await expect(start()).rejects.toThrow(
      /^The vault has erased 1 person \(u1\), but the log has not\. Restore .+ npm run repair -- --accept$/,
    )
    expect(await accept()).toMatchObject({ erased: ['u1'], missing: [] })
    await startAndStop()
    await startAndStop()
  })

  it('erases in the log whom the vault alone has erased, after a restore', async () => {
    await startAndStop()
    const vault = await backing.vault()
    await vault.erase('u1')
    await vault.close()
    await expect(start()).rejects.toThrow('has erased 1 person (u1)')
    const restored = { size: 1, restoredAt: '2026-03-01T10:00:00.000Z' }
    writeRestoredNote(dataDir, { id: 'one', lastId: 'x', restored })
    await startAndStop()
    rmSync(path.join(dataDir, 'restored.json'))
    const { kernel, close } = await start()
    expect((await loadAccountState(kernel.store, 'u1')).status).toBe('erased')
    expect((await loadAccountState(kernel.store, 'u2')).status).toBe('active')
    await close()
  })

  it('erases again whom the log has erased and the vault has lost', async () => {
    const { kernel, close } = await start()
    await deleteAccount(kernel, 'u1', envelope('delete u1'))
    await close()
    await startAndStop()
    await backing.change(async (rows) => rows.removePerson('u1'))
    rmSync(path.join(dataDir, 'erased'), { force: true })
    const again = await start()
    expect(await again.kernel.vault.erasedAmong(['u1'])).toEqual(new Set(['u1']))
    await again.close()
  })

  it('sees that its note was altered, and compares with the log', async () => {
    await startAndStop()
    await backing.change(async (rows) =>
      rows.changeNote(NOTE, (text) => text.replace(/"living":\["[^"]+",/, '"living":[')),
    )
    await expect(start()).rejects.toThrow("The vault's list of people was altered.")
    expect(await accept()).toMatchObject({ isAltered: true, missing: [] })
    await startAndStop()
  })
})

describe('the list of the erased', () => {
  let backing: Backing
  const open = async () => ({ store: await backing.log(), vault: await backing.vault() })
  beforeEach(async () => {
    backing = await openSqlite()
  })

  it('erases only people who were erased before', async () => {
    const { store, vault } = await open()
    await pairLogWithVault({ store, vault }, new Date())
    await vault.personKey('admin')
    await Promise.all([store.close(), vault.close()])
    appendFileSync(path.join(dataDir, 'erased'), 'admin\n')
    expect(existsSync(path.join(dataDir, 'vault.db'))).toBe(true)

    const again = await open()
    await expect(checkVaultMatchesLog({ ...again, dataDir })).rejects.toThrow(
      /lists 1 person \(admin\), but neither the vault nor the log has erased them\. If they should not be erased, remove them from the file\./,
    )
    expect((await again.vault.findPersonKeys(['admin'])).size).toBe(1)
    const { differences } = await compareVaultWithLog(again, { isRestored: false })
    await acceptVaultDifferences(again, differences, { isRestored: false })
    expect(await again.vault.erasedAmong(['admin'])).toEqual(new Set(['admin']))
    expect((await checkVaultMatchesLog({ ...again, dataDir })).erasedInList).toEqual([])
    await Promise.all([again.store.close(), again.vault.close()])
  })

  it('erases whom it names after a restore', async () => {
    const ports = await open()
    await ports.vault.personKey('gone')
    await Promise.all([ports.store.close(), ports.vault.close()])
    appendFileSync(path.join(dataDir, 'erased'), 'gone\n')
    const again = await open()
    expect((await compareVaultWithLog(again, { isRestored: true })).erasedInList).toEqual(['gone'])
    await Promise.all([again.store.close(), again.vault.close()])
  })
})
