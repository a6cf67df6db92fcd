/**
 * Tests that new files in the data folder are private.
 * Wider modes must be repaired and reported.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { newEvent } from '../tests/conformance/event-store-kit.ts'
import { openFolderBlobs } from './blobs/folder.ts'
import { NO_STREAM_REVISION } from './event-store/event-store.ts'
import { openSqliteEventStore } from './event-store/sqlite.ts'
import { openMailOutbox } from './mail/outbox.ts'
import { makeFolderPrivate, makePrivateFile } from './private-files.ts'
import { createKeyLine } from './vault/key-wrapping.ts'
import { openSqliteVault } from './vault/sqlite.ts'

let folder: string
let umask: number
beforeEach(() => {
  umask = process.umask(0o022)
  folder = path.join(mkdtempSync(path.join(tmpdir(), 'wastesense-')), 'data')
})
afterEach(() => {
  process.umask(umask)
  rmSync(path.dirname(folder), { recursive: true })
})

/** Returns all files and folders that other users may access. */
const wide = () =>
  ['.', ...(readdirSync(folder, { recursive: true }) as string[])].filter(
    (name) => statSync(path.join(folder, name)).mode & 0o077,
  )

async function fill() {
  const store = openSqliteEventStore(path.join(folder, 'log.db'))
  const vault = openSqliteVault(path.join(folder, 'vault.db'))
  for (const name of ['views.db', 'past.db', 'history.db']) writeFileSync(path.join(folder, name), '', { mode: 0o600 })
  const mail = openMailOutbox(path.join(folder, 'outbox'), 'city@example.com')
  await store.append('bin-u1', NO_STREAM_REVISION, [newEvent()])
  await vault.personKey('u1')
  await mail.send({ to: 'ama@example.com', subject: 's', text: 't', html: 't' })
  await openFolderBlobs(path.join(folder, 'blobs')).put(Buffer.from('a photo'))
  return async () => Promise.all([store.close(), vault.close(), mail.close()])
}

it('log, vault, their side files, keys, mails and blobs are made for the owner only, under a usual umask', async () => {
  expect(makeFolderPrivate(folder)).toBeUndefined()
  const close = await fill()
  expect(readdirSync(folder)).toEqual(expect.arrayContaining(['log.db-wal', 'vault.db-wal', 'vault.key']))
  expect(wide()).toEqual([])
  await close()
})

it.skipIf(process.platform !== 'linux')('is not stopped by a listed file that is no longer there', async () => {
  await (await fill())()
  // Node lists this name with another character, under which there is no file.
  const unreadable = Buffer.concat([Buffer.from(path.join(folder, 'blobs/')), Buffer.from([0xff])])
  writeFileSync(unreadable, '', { mode: 0o600 })
  expect(makeFolderPrivate(folder)).toBeUndefined()
  rmSync(unreadable)
})

it('repairs wider modes, says so in one line, and leaves what is not ours as it is', async () => {
  await (await fill())()
  const theirs = path.join(folder, 'notes.txt')
  writeFileSync(theirs, 'mine', { mode: 0o644 })
  for (const name of readdirSync(folder, { recursive: true }) as string[]) {
    const file = path.join(folder, name)
    chmodSync(file, statSync(file).isDirectory() ? 0o755 : 0o644)
  }
  chmodSync(folder, 0o755)
  expect(makeFolderPrivate(folder)).toMatch(
    /^Other users of this machine could reach \d+ of the files and folders in .+\.$/,
  )
  expect(wide()).toEqual(['notes.txt'])
  expect(makeFolderPrivate(folder)).toBeUndefined()
})

it('never closes a folder that everybody shares, and says that it is open', () => {
  mkdirSync(folder)
  chmodSync(folder, 0o1777)
  expect(makeFolderPrivate(folder)).toMatch(
    /^Other users of this machine can reach .+, and the mode can't be changed here\.$/,
  )
  expect(statSync(folder).mode & 0o1777).toBe(0o1777)
})

it('repairs the key file that lies elsewhere too, and says so', () => {
  const keyFile = path.join(path.dirname(folder), 'elsewhere.key')
  expect(makeFolderPrivate(folder, keyFile)).toBeUndefined()
  writeFileSync(keyFile, createKeyLine(), { mode: 0o644 })
  expect(makeFolderPrivate(folder, keyFile)).toBe(
    `Other users of this machine could reach the vault's key file ${keyFile}; now they can't.`,
  )
  expect(statSync(keyFile).mode & 0o777).toBe(0o600)
  expect(makeFolderPrivate(folder, keyFile)).toBeUndefined()
})

it.skipIf(process.platform === 'win32').each(['log.db', 'vault.key', 'erased', 'restored.json', 'views.db'])(
  'refuses a pipe in place of %s, for which a start would wait',
  async (name) => {
    await fill()
    rmSync(path.join(folder, name), { force: true })
    execFileSync('mkfifo', [path.join(folder, name)])
    expect(() => makeFolderPrivate(folder)).toThrow(`${name} is not a regular file. Remove it.`)
  },
)

it.skipIf(process.platform === 'win32')('keeps the locks on a database file that exists', () => {
  const file = path.join(folder, 'proof.db.lock')
  makePrivateFile(file)
  const database = new DatabaseSync(file)
  database.exec('BEGIN EXCLUSIVE')
  makePrivateFile(file)
  const program = `
    const { DatabaseSync } = require('node:sqlite')
    try {
      new DatabaseSync(${JSON.stringify(file)}).exec('BEGIN EXCLUSIVE')
      console.log('locked twice')
    } catch (error) {
      console.log(error.message)
    }`
  expect(spawnSync(process.execPath, ['--eval', program], { encoding: 'utf8' }).stdout.trim()).toBe(
    'database is locked',
  )
  database.close()
})
