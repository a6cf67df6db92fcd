/**
 * Tests that erasure survives any mix of restored backups.
 * After a start, no file contains data of erased people.
 */

import { hash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { tableNameOf } from '#contract/tables.ts'
import { LOG_START, NO_STREAM_REVISION } from '#platform/event-store/event-store.ts'
import { openSqliteEventStore } from '#platform/event-store/sqlite.ts'
import { createLog } from '#platform/logging.ts'
import { openMailOutbox } from '#platform/mail/outbox.ts'
import { openPictures } from '#platform/pictures/pictures.ts'
import { openMemoryReadStore } from '#platform/read-store/memory.ts'
import { createSealer } from '#platform/sealing.ts'
import { openKeyFile, secretLocation, unwrapSecretOr } from '#platform/vault/key-wrapping.ts'
import { openSqliteVault } from '#platform/vault/sqlite.ts'
import { vehicleForm } from '../fleet/fixtures.ts'
import { createFleetHandlers } from '../fleet/routes.ts'
import { openFirstZones } from '../internal-commands/seed.ts'
import { pairLogWithVault } from '../kernel/installation.ts'
import { openKernel } from '../kernel/kernel.ts'
import { checkInstallation } from '../start-checks.ts'
import { deleteAccount, reapplyErasures, removeReturnedPhotos } from './delete-account.ts'
import { type RegisterAccountCommand, registerAccount } from './register.ts'
import { findAccountByIdentifier } from './session.ts'
import { compareVaultWithLog } from './vault-check.ts'

const root = mkdtempSync(path.join(tmpdir(), 'wastesense-'))
afterAll(() => rmSync(root, { recursive: true }))

const PASSWORD = 'a good password'
const GONE: RegisterAccountCommand[] = [
  {
    userId: 'u1',
    role: 'resident',
    zone: 'Ablekuma North',
    name: 'Naa Gone',
    email: 'gone@example.com',
    phone: '+233 00 9',
    password: PASSWORD,
  },
  {
    userId: 'd1',
    role: 'recycler',
    name: 'Yaw Gone',
    email: 'away@example.com',
    employeeId: 'REC042',
    facility: 'Depot of Yaw',
    password: PASSWORD,
  },
]
const STAYING: RegisterAccountCommand = {
  userId: 'd2',
  role: 'recycler',
  name: 'Esi Stays',
  email: 'stays@example.com',
  employeeId: 'REC043',
  facility: 'Depot of Esi',
  password: PASSWORD,
}
const DRIVER = { driver_name: 'Kofi Gone', driver_contact: '+233 00 8' }
/** Photo of the erased resident's bin. */
const CONTENT = 'a photo of a bin'
const PHOTO = `blobs/${hash('sha256', CONTENT).slice(0, 2)}/${hash('sha256', CONTENT)}`
const WORDS = /Gone|gone@|away@|REC042|Depot of Yaw|\+233 00 [89]/i

/** Opens an installation as start.ts does, without answering requests. */
async function start(folder: string) {
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const vault = openSqliteVault(path.join(folder, 'vault.db'))
  await pairLogWithVault({ store, vault }, new Date())
  // Simulates a restore, because only a restore combines a log and a vault of different age.
  const followed = await compareVaultWithLog({ store, vault }, { isRestored: true })
  const mail = openMailOutbox(path.join(folder, 'outbox'), 'city@example.com')
  const kernel = await openKernel({
    store,
    vault,
    mail,
    reads: openMemoryReadStore(),
    pictures: openPictures(folder, createLog('test', 'silent')),
    log: createLog('test', 'silent'),
  })
  await reapplyErasures(kernel, followed)
  await openFirstZones(kernel)
  const close = async () => void (await Promise.all([store.close(), vault.close(), mail.close()]))
  return { kernel, mail, close }
}
const envelope = (commandId: string) => ({ commandId, fingerprint: '', actor: 'a1' })

const [old, recent] = [path.join(root, 'old'), path.join(root, 'new')]
beforeAll(async () => {
  const first = await start(old)
  for (const person of [...GONE, STAYING]) await registerAccount(first.kernel, person, envelope(person.userId))
  await first.kernel.reads.setCheckpoints(new Map([[tableNameOf('vehicles'), await first.kernel.store.head()]]))
  const { registerVehicle } = createFleetHandlers(first.kernel) as Record<string, (call: object) => Promise<object>>
  const body = { ...vehicleForm, id: 'T009', ...DRIVER }
  await registerVehicle?.({ body, principal: { userId: 'a1' }, envelope: envelope('truck') })
  for (const { email: to, name } of [...GONE, STAYING])
    await first.mail.send({ to, subject: `Hello ${name}`, text: name, html: name })
  mkdirSync(path.dirname(path.join(old, PHOTO)), { recursive: true })
  writeFileSync(path.join(old, PHOTO), CONTENT)
  const meta = { commandId: 'stop', fingerprint: '', actor: 'd1' }
  const stop = { id: randomUUID(), type: 'StopServed', data: { userId: 'u1', picture: path.basename(PHOTO) }, meta }
  await first.kernel.store.append('bin-u1', NO_STREAM_REVISION, [stop])
  await first.close()

  cpSync(old, recent, { recursive: true })
  const second = await start(recent)
  for (const { email: to, name } of [...GONE, STAYING])
    await second.mail.send({ to, subject: `Hello ${name}`, text: name, html: name })
  for (const { userId } of GONE) await deleteAccount(second.kernel, userId, envelope(`delete ${userId}`))
  const { deleteVehicle } = createFleetHandlers(second.kernel) as Record<string, (call: object) => Promise<object>>
  await deleteVehicle?.({ params: { id: 'T009' }, principal: { userId: 'a1' }, envelope: envelope('removal') })
  await second.close()
})

const everyFile = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'))

/**
 * Returns the people of whom the folder contains traces.
 * Traces are known words, wrapped keys, or encrypted data of the log.
 */
async function found(folder: string, personIds: readonly string[]): Promise<string[]> {
  const texts = everyFile(folder)
  const wrapping = openKeyFile(path.join(folder, 'vault.key'), true)
  const wrapped = texts.flatMap((text) => text.match(/v1\.[0-9a-f]{8}\.[\w-]{80}/g) ?? [])
  const traces = texts.flatMap((text) => WORDS.exec(text)?.[0] ?? [])
  for (const id of personIds)
    if (wrapped.some((key) => unwrapSecretOr(undefined, () => wrapping.unwrap(key, secretLocation.personKey(id)))))
      traces.push(id)
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const vault = openSqliteVault(path.join(folder, 'vault.db'))
  for (const { data, stream } of await store.readAll(LOG_START, 1_000)) {
    const { sealed, sealedFacility, driver } = data as Record<string, string>
    for (const id of personIds)
      for (const text of [sealed, sealedFacility, driver].filter(Boolean))
        if (
          stream.endsWith(id.replace('driver-', '')) &&
          (await createSealer(vault).open([{ personId: id, sealed: text as string }]))[0]
        )
          traces.push(`${id} in ${stream}`)
    for (const { userId } of GONE) if (await vault.credentials(userId)) traces.push(`password of ${userId}`)
  }
  await Promise.all([store.close(), vault.close()])
  return traces
}

const ERASED = ['u1', 'd1', 'driver-T009']
const parts = ['old', 'new'] as const
const mixes = parts.flatMap((log) => parts.flatMap((vault) => parts.map((outbox) => ({ log, vault, outbox }))))

describe('a start on a mix of backups', () => {
  it.each(mixes)('finds and decrypts nobody: %o', async ({ log, vault, outbox }) => {
    const folder = mkdtempSync(path.join(root, 'mix-'))
    const from = { old, new: recent }
    cpSync(path.join(from[log], 'log.db'), path.join(folder, 'log.db'))
    for (const name of ['vault.db', 'vault.key']) cpSync(path.join(from[vault], name), path.join(folder, name))
    mkdirSync(path.join(folder, 'outbox'))
    cpSync(path.join(from[outbox], 'outbox'), path.join(folder, 'outbox'), { recursive: true })
    // Copies the list of erased people, which a restore does not replace.
    // Only tests with the old log need the list, because the old log lacks the erasures.
    if (log === 'old') cpSync(path.join(recent, 'erased'), path.join(folder, 'erased'))
    const photo = path.join(folder, PHOTO)
    mkdirSync(path.dirname(photo), { recursive: true })
    // Only mixes without a complete erasure have the photo, as in real backups.
    const hasPhoto = log === 'old' || vault === 'old'
    if (hasPhoto) cpSync(path.join(old, PHOTO), photo)

    const { kernel, close } = await start(folder)
    expect(existsSync(photo)).toBe(false)
    expect(await findAccountByIdentifier(kernel, 'REC043')).toMatchObject({ userId: 'd2' })
    await close()
    expect(await found(folder, ERASED)).toEqual([])
    expect(await found(folder, ['d2'])).not.toEqual([])
  })

  it('removes photos of erased people when only the photos are older, each time', async () => {
    const folder = mkdtempSync(path.join(root, 'photos-'))
    cpSync(recent, folder, { recursive: true })
    const [photo, list] = [path.join(folder, PHOTO), path.join(folder, 'blobs', 'erased')]
    for (const _ of [1, 2]) {
      // Puts back the photos of another day, as an admin does, without the list beside them.
      rmSync(path.join(folder, 'blobs'), { recursive: true, force: true })
      cpSync(path.join(old, 'blobs'), path.join(folder, 'blobs'), { recursive: true })
      expect(existsSync(photo)).toBe(true)
      const [store, vault] = [path.join(folder, 'log.db'), path.join(folder, 'vault.db')] as const
      const stores = { store: openSqliteEventStore(store), vault: openSqliteVault(vault), reads: openMemoryReadStore() }
      const finish = await checkInstallation(stores, folder)
      const log = createLog('test', 'silent')
      const kernel = await openKernel({ ...stores, pictures: openPictures(folder, log), log })
      await finish(kernel)
      expect(existsSync(photo)).toBe(false)
      const reads = vi.spyOn(kernel.store, 'readStream')
      await removeReturnedPhotos(kernel, list)
      expect(reads).not.toHaveBeenCalled()
      await Promise.all([stores.store.close(), stores.vault.close()])
    }
  })

  it('reads the log again from its beginning when it is another, shorter one than the vault had followed', async () => {
    const folder = mkdtempSync(path.join(root, 'shorter-'))
    cpSync(recent, folder, { recursive: true })
    await (await start(folder)).close()
    cpSync(path.join(old, 'log.db'), path.join(folder, 'log.db'))
    const shorter = await start(folder)
    for (let n = 0; n < 20; n++)
      await registerAccount(
        shorter.kernel,
        { ...STAYING, userId: `x${n}`, email: `${n}@example.com`, employeeId: undefined },
        envelope(`${n}`),
      )
    await deleteAccount(shorter.kernel, 'x3', envelope('delete x3'))
    await shorter.close()
    const log = path.join(root, 'longer.db')
    cpSync(path.join(folder, 'log.db'), log)
    cpSync(old, folder, { recursive: true })
    cpSync(path.join(recent, 'vault.db'), path.join(folder, 'vault.db'))
    cpSync(log, path.join(folder, 'log.db'))
    rmSync(path.join(folder, 'erased'))
    const { kernel, close } = await start(folder)
    expect(await kernel.vault.erasedAmong(['x3'])).toEqual(new Set(['x3']))
    await close()
  })
})

it('erased data is in no file at once, not only after a start', async () => {
  expect(await found(recent, ERASED)).toEqual([])
  expect(everyFile(recent).join()).toContain('stays@example.com')
})
