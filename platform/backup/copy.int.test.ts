/** Tests that a backup requires an empty folder, follows no link, and contains valid photos. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { backup, DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqliteEventStore } from '../event-store/sqlite.ts'
import { openSqliteVault } from '../vault/sqlite.ts'
import { copyDatabase, copyDatabases, copyFiles } from './copy.ts'

let folder: string
let close: () => Promise<unknown>
let databases: Parameters<typeof copyDatabases>[0]
const dataDir = () => path.join(folder, 'data')
const target = () => path.join(folder, 'target')

/** Adds a photo to the data folder and returns its name. */
function photo(content: string): string {
  const hash = createHash('sha256').update(content).digest('hex')
  const name = `blobs/${hash.slice(0, 2)}/${hash}`
  mkdirSync(path.dirname(path.join(dataDir(), name)), { recursive: true })
  writeFileSync(path.join(dataDir(), name), content)
  return name
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'copy-'))
  const log = openSqliteEventStore(path.join(dataDir(), 'log.db'))
  const vault = openSqliteVault(path.join(dataDir(), 'vault.db'))
  databases = { log, vault }
  close = () => Promise.all([log.close(), vault.close()])
})
afterEach(async () => {
  await close()
  rmSync(folder, { recursive: true })
})

describe('the databases', () => {
  it('are all that the serving process copies', async () => {
    photo('one')
    await copyDatabases(databases, target())
    expect(readdirSync(target())).toEqual(['log.db', 'vault.db'])
  })

  it('are copied to an empty folder only', async () => {
    mkdirSync(target())
    symlinkSync(path.join(folder, 'elsewhere'), path.join(target(), 'log.db'))
    await expect(copyDatabases(databases, target())).rejects.toThrow(`The folder ${target()} is not empty.`)
    expect(existsSync(path.join(folder, 'elsewhere'))).toBe(false)
  })

  it('are copied to no path where something is', async () => {
    symlinkSync(path.join(folder, 'elsewhere'), target())
    await expect(databases.log.copyTo(target())).rejects.toThrow('EEXIST')
    expect(existsSync(path.join(folder, 'elsewhere'))).toBe(false)
  })

  it('are copied when a transaction is open at the start, after its end', async () => {
    const database = new DatabaseSync(path.join(folder, 'busy.db'))
    database.exec('PRAGMA journal_mode = WAL; CREATE TABLE notes (text TEXT)')
    database.exec("BEGIN IMMEDIATE; INSERT INTO notes VALUES ('late')")
    const copied = copyDatabase(database, target()).then(() => 'copied', String)
    // Shows why `copyDatabase` is needed: Node's backup fails during a transaction.
    for (const name of ['one', 'two', 'three'])
      await expect(backup(database, path.join(folder, name))).rejects.toMatchObject({ errcode: 0 })
    database.exec('COMMIT')
    expect(await copied).toBe('copied')
    database.close()
    const copy = new DatabaseSync(target(), { readOnly: true })
    expect(copy.prepare('SELECT text FROM notes').all()).toEqual([{ text: 'late' }])
    copy.close()
  })

  it('leave nothing behind if one of them can’t be written', async () => {
    const vault = { copyTo: () => Promise.reject(new Error('full')) }
    await expect(copyDatabases({ ...databases, vault }, target())).rejects.toThrow('full')
    expect(readdirSync(target())).toEqual([])
  })
})

describe('the files beside them', () => {
  it('are regular files: a photo that is none is named, and a key that is a link is left out', async () => {
    const [sound, link, pipe] = ['one', 'two', 'three'].map(photo) as [string, string, string]
    for (const name of [link, pipe]) rmSync(path.join(dataDir(), name))
    symlinkSync(path.join(dataDir(), 'vault.db'), path.join(dataDir(), link))
    execFileSync('mkfifo', [path.join(dataDir(), pipe)])
    mkdirSync(path.join(dataDir(), 'blobs/incoming'))
    writeFileSync(path.join(dataDir(), 'blobs/incoming/half'), 'half')
    rmSync(path.join(dataDir(), 'vault.key'))
    symlinkSync(path.join(folder, 'key'), path.join(dataDir(), 'vault.key'))
    mkdirSync(target())
    const linkedFolder = 'blobs/zz'.replace('zz', sound.startsWith('blobs/00') ? '01' : '00')
    symlinkSync(path.join(folder, 'elsewhere'), path.join(dataDir(), linkedFolder))
    expect((await copyFiles(dataDir(), target())).sort()).toEqual([link, pipe, linkedFolder].sort())
    expect(readFileSync(path.join(target(), sound), 'utf8')).toBe('one')
    expect(readdirSync(target())).toEqual(['blobs', 'erased'])
    expect(readdirSync(path.join(target(), 'blobs'))).toEqual([path.dirname(sound).slice(-2)])
  })

  it('are copied without a photo that is removed meanwhile', async () => {
    for (const name of ['vault.key', 'erased']) rmSync(path.join(dataDir(), name))
    const photos = Array.from({ length: 9 }, (_, n) => photo(`${n}`)).sort()
    mkdirSync(target())
    // The first eight photos are opened by now, the last one is only listed.
    const copying = copyFiles(dataDir(), target())
    rmSync(path.join(dataDir(), photos[8] as string))
    expect(await copying).toEqual([])
    expect(photos.filter((name) => existsSync(path.join(target(), name)))).toEqual(photos.slice(0, 8))
  })
})

it('a file is written over none, and through no link', async () => {
  rmSync(path.join(dataDir(), 'vault.key'))
  rmSync(path.join(dataDir(), 'erased'))
  const name = photo('one')
  mkdirSync(path.dirname(path.join(target(), name)), { recursive: true })
  writeFileSync(path.join(folder, 'elsewhere'), 'kept')
  symlinkSync(path.join(folder, 'elsewhere'), path.join(target(), name))
  await expect(copyFiles(dataDir(), target())).rejects.toThrow('EEXIST')
  expect(readFileSync(path.join(folder, 'elsewhere'), 'utf8')).toBe('kept')
})

it.skipIf(process.platform === 'win32')('a list of the erased that is a pipe is refused with a sentence', async () => {
  rmSync(path.join(dataDir(), 'erased'))
  execFileSync('mkfifo', [path.join(dataDir(), 'erased')])
  mkdirSync(target())
  await expect(copyFiles(dataDir(), target())).rejects.toThrow('is a link or another special file')
})

it.runIf(existsSync('/proc'))('a folder that can not be made is refused', async () => {
  await expect(copyDatabases(databases, '/proc/x')).rejects.toThrow('ENOENT')
  await expect(copyDatabases(databases, path.join(dataDir(), 'log.db/x'))).rejects.toThrow('ENOTDIR')
})
