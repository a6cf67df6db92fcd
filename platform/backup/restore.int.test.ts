/**
 * Tests that a restore takes only the manifest's files.
 * An interrupted restore must be completed or removed.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readSettings } from '../config.ts'
import { NO_STREAM_REVISION } from '../event-store/event-store.ts'
import { createLogProver, type LogProver } from '../proof/prover.ts'
import { readErasedList } from '../vault/erased-list.ts'
import { createKeyLine } from '../vault/key-wrapping.ts'
import { copyFiles } from './copy.ts'
import { listFolderEntries, readBackupManifest, writeBackupManifest } from './manifest.ts'
import { applyRestore, createRestoreNote, finishRestore, stageRestore } from './restore.ts'
import { type RestoreNote, readRestoredNote, removeRestoredNote } from './restored-note.ts'
import { openBackupSnapshot, verifyBackupSnapshot } from './snapshot.ts'

let folder: string
const dataDir = () => path.join(folder, 'data')
const backup = () => path.join(folder, 'backup')
const meta = { commandId: 'c', fingerprint: 'f', actor: 'u1' }
const settings = () => readSettings({ DATA_DIR: dataDir() })
const PHOTO = photoOf('a photo')

function photoOf(content: string): string {
  const hash = createHash('sha256').update(content).digest('hex')
  return `blobs/${hash.slice(0, 2)}/${hash}`
}

/** Creates a file and its folders. */
function put(name: string, content = ''): void {
  const file = path.join(folder, name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, content)
}

const found = (into: string) => {
  const { log, vault, close } = openBackupSnapshot(into, settings())
  const append = (stream: string, type: string, data: object) =>
    log.append(stream, NO_STREAM_REVISION, [{ id: crypto.randomUUID(), type, data, meta }])
  return { log, vault, append, close }
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'put-back-'))
  put('data/log.db')
  put(`data/${PHOTO}`, 'a photo')
  const { vault, append, close } = found(dataDir())
  await append('installation', 'InstallationFounded', { installationId: 'i' })
  await vault.setNote('installation', 'i')
  await close()
  mkdirSync(backup())
  for (const name of ['log.db', 'vault.db']) cpSync(path.join(dataDir(), name), path.join(backup(), name))
  await copyFiles(dataDir(), backup())
  const about = await aboutOf(backup())
  await writeBackupManifest(backup(), { ...about, takenAt: '2026-03-01T00:00:00.000Z' })
})
afterEach(() => rmSync(folder, { recursive: true }))

async function aboutOf(place: string) {
  const copy = openBackupSnapshot(place, settings())
  return verifyBackupSnapshot(copy).finally(copy.close)
}

/** Restores a backup as the command does. */
async function restore(from = backup()): Promise<void> {
  const read = await readBackupManifest(from)
  await finishRestore(dataDir(), { isRepeated: true })
  await stageRestore(from, settings(), read)
  await applyRestore(dataDir(), await createRestoreNote(dataDir(), from, read))
}

const namesIn = (place: string) => listFolderEntries(place).map(([name]) => name)
const WHOLE = [PHOTO, 'erased', 'log.db', 'restored.json', 'vault.db', 'vault.key']

describe('a restore', () => {
  beforeEach(() => rmSync(dataDir(), { recursive: true }))

  it('restores the files of the manifest', async () => {
    await restore()
    expect(namesIn(dataDir())).toEqual(WHOLE)
    expect(readFileSync(path.join(dataDir(), PHOTO), 'utf8')).toBe('a photo')
  })

  it('restores no planted file, even if the manifest lists it', async () => {
    put('elsewhere/secret', 'secret')
    const planted = ['views.db', 'proof.db', 'log.db-wal', 'blobs/incoming/half', photoOf('another')]
    for (const name of planted) put(`backup/${name}`, 'planted')
    symlinkSync(path.join(folder, 'elsewhere/secret'), path.join(backup(), 'blobs', 'link'))
    symlinkSync(path.join(folder, 'elsewhere'), path.join(backup(), 'blobs', 'folder'))
    const manifest = await readBackupManifest(backup())
    const sum = createHash('sha256').update('planted').digest('hex')
    for (const name of ['views.db', 'proof.db', 'log.db-wal', '../elsewhere/secret']) manifest.files[name] = sum
    writeFileSync(path.join(backup(), 'backup.json'), JSON.stringify(manifest))
    await restore()
    expect(namesIn(dataDir())).toEqual(WHOLE)
    expect(readFileSync(path.join(folder, 'elsewhere/secret'), 'utf8')).toBe('secret')
  })

  it.each(['log.db', 'vault.key', PHOTO])('refuses %s that is a link or was changed', async (name) => {
    const file = path.join(backup(), name)
    const manifest = await readBackupManifest(backup())
    cpSync(file, path.join(folder, 'copy'))
    rmSync(file)
    symlinkSync(path.join(folder, 'copy'), file)
    await expect(readBackupManifest(backup())).rejects.toThrow(`${name} is missing`)
    await expect(stageRestore(backup(), settings(), manifest)).rejects.toThrow('is a link')
    rmSync(file)
    writeFileSync(file, 'changed')
    await expect(readBackupManifest(backup())).rejects.toThrow(`${name} does not match its checksum`)
    await expect(stageRestore(backup(), settings(), manifest)).rejects.toThrow(`${name} does not match its checksum`)
    expect(namesIn(dataDir())).toEqual([])
  })

  it.each([
    [{ events: 2 }, 'its manifest names 2 events, its log has 1'],
    [{ installationId: 'another' }, 'its manifest names another installation than its log'],
    [{ takenAt: 'yesterday' }, "its backup.json can't be read"],
    [{ takenAt: '2026-02-30T00:00:00.000Z' }, "its backup.json can't be read"],
  ])('refuses a manifest with %o, which its log does not have, and changes nothing', async (altered, why) => {
    const manifest = JSON.parse(readFileSync(path.join(backup(), 'backup.json'), 'utf8'))
    writeFileSync(path.join(backup(), 'backup.json'), JSON.stringify({ ...manifest, ...altered }))
    await expect(restore()).rejects.toThrow(why)
    expect(namesIn(dataDir())).toEqual([])
  })

  it.each([
    ['i', ['driver-T001', 'u1']],
    ['another', []],
  ])('keeps people erased only in the same installation: %s', async (installationId, erased) => {
    const people = ['driver-T001', 'u1']
    const copied = found(backup())
    for (const personId of people) await copied.vault.personKey(personId)
    await copied.close()
    rmSync(path.join(backup(), 'backup.json'))
    await writeBackupManifest(backup(), { ...(await aboutOf(backup())), takenAt: '2026-03-01T00:00:00.000Z' })
    put('data/log.db')
    const present = found(dataDir())
    await present.append('installation', 'InstallationFounded', { installationId })
    for (const personId of people) await present.vault.erase(personId)
    await present.close()
    await restore()
    expect(readErasedList(path.join(dataDir(), 'erased')).sort()).toEqual(erased)
    const { vault, close } = found(dataDir())
    expect([...(await vault.erasedAmong(people))].sort()).toEqual(erased)
    await close()
  })

  it('replaces a link in the place of a photo, and leaves alone where it leads', async () => {
    put('elsewhere/secret', 'secret')
    mkdirSync(path.dirname(path.join(dataDir(), PHOTO)), { recursive: true })
    symlinkSync(path.join(folder, 'elsewhere/secret'), path.join(dataDir(), PHOTO))
    await restore()
    expect(readFileSync(path.join(dataDir(), PHOTO), 'utf8')).toBe('a photo')
    expect(readFileSync(path.join(folder, 'elsewhere/secret'), 'utf8')).toBe('secret')
  })
})

it('a backup ignores an old key in the data folder beside the configured key file', async () => {
  const { vault, close } = found(dataDir())
  await vault.personKey('u1')
  await close()
  const [own, keyFile] = [path.join(dataDir(), 'vault.key'), path.join(folder, 'outside.key')]
  cpSync(own, keyFile)
  writeFileSync(own, createKeyLine())
  const outside = readSettings({ DATA_DIR: dataDir(), VAULT_KEY_FILE: keyFile })
  const checkIn = (place: string) => {
    const opened = openBackupSnapshot(place, outside)
    return verifyBackupSnapshot(opened).finally(opened.close)
  }
  expect(await checkIn(dataDir())).toEqual({ events: 1, installationId: 'i' })
  const copy = path.join(folder, 'copy')
  mkdirSync(copy)
  for (const name of ['log.db', 'vault.db']) cpSync(path.join(dataDir(), name), path.join(copy, name))
  await copyFiles(dataDir(), copy, keyFile)
  expect(existsSync(path.join(copy, 'vault.key'))).toBe(false)
  expect(await checkIn(copy)).toEqual({ events: 1, installationId: 'i' })
})

describe('a restore that was cut off', () => {
  it('while it copied leaves no key, and nothing changed, after the next start', async () => {
    await stageRestore(backup(), settings(), await readBackupManifest(backup()))
    expect(existsSync(path.join(dataDir(), 'restoring/vault.key'))).toBe(true)
    const before = readFileSync(path.join(dataDir(), 'log.db'))
    await finishRestore(dataDir())
    expect(existsSync(path.join(dataDir(), 'restoring'))).toBe(false)
    expect(readFileSync(path.join(dataDir(), 'log.db')).equals(before)).toBe(true)
  })

  it('takes no files of a folder to which a link leads', async () => {
    put('elsewhere/log.db', 'another log')
    mkdirSync(dataDir(), { recursive: true })
    symlinkSync(path.join(folder, 'elsewhere'), path.join(dataDir(), 'restoring.ready'))
    await expect(finishRestore(dataDir())).rejects.toThrow('restoring.ready is not a folder. Remove it.')
    expect(existsSync(path.join(folder, 'elsewhere/log.db'))).toBe(true)
  })

  it.each(['log.db', 'vault.db'])('is to be repeated where there is no %s', async (name) => {
    await stageRestore(backup(), settings(), await readBackupManifest(backup()))
    rmSync(path.join(dataDir(), name))
    await expect(finishRestore(dataDir())).rejects.toThrow('was interrupted. Repeat it: npm run restore -- FOLDER')
    await restore()
    expect(namesIn(dataDir())).toEqual(WHOLE)
  })

  it.each(WHOLE.map((_, moved) => moved))('after %i of its files were moved is completed', async (moved) => {
    const { append, close } = found(dataDir())
    await append('bin-u1', 'BinReportedFull', { reportId: 'r1' })
    await close()
    const manifest = await readBackupManifest(backup())
    await stageRestore(backup(), settings(), manifest)
    const ready = path.join(dataDir(), 'restoring.ready')
    cpSync(path.join(dataDir(), 'restoring'), ready, { recursive: true })
    writeFileSync(path.join(ready, 'restored.json'), '{}')
    rmSync(path.join(dataDir(), 'restoring'), { recursive: true })
    // Like a real restore, moves restored.json first, then the other files by name.
    const order = ['restored.json', ...WHOLE.filter((name) => name !== 'restored.json')]
    for (const name of order.slice(0, moved)) {
      cpSync(path.join(ready, name), path.join(dataDir(), name))
      rmSync(path.join(ready, name))
    }
    await finishRestore(dataDir())
    expect(namesIn(dataDir())).toEqual(WHOLE)
    expect(await aboutOf(dataDir())).toEqual({ events: 1, installationId: 'i' })
  })
})

describe('a restore after another', () => {
  const VERIFIER = path.join(import.meta.dirname, '../../tools/verifier/verify.mjs')

  /** Appends events, then returns what `read` finds in the grown log. */
  async function grow<T>(
    count: number,
    read: (prover: LogProver) => Promise<T>,
    proofsIn = mkdtempSync(path.join(folder, 'proof-')),
  ): Promise<T> {
    const { log, vault, append, close } = found(dataDir())
    for (let n = 0; n < count; n++) await append(`bin-${crypto.randomUUID()}`, 'BinReportedFull', { reportId: 'r1' })
    const prover = createLogProver({ store: log, vault, dataDir: proofsIn })
    const answer = await read(prover)
    prover.close()
    await close()
    return answer
  }

  /** Appends events, and writes a checkpoint to the file `name`. */
  const growTo = (name: string, count: number, proofsIn?: string) =>
    grow(count, async (prover) => put(name, (await prover.checkpoint())?.note), proofsIn)

  /** Exports all events, and returns what the verifier says about them and these checkpoints. */
  async function verifySince(names: readonly string[]): Promise<string> {
    const bundle = await grow(1, async (prover) => {
      let text = ''
      for await (const part of (await prover.bundle(0, Number.MAX_SAFE_INTEGER)) ?? []) text += part
      return text
    })
    put('bundle.jsonl', bundle)
    const args = names.flatMap((name) => ['--since', path.join(folder, name)])
    const { stdout, stderr } = spawnSync(process.execPath, [VERIFIER, path.join(folder, 'bundle.jsonl'), ...args], {
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    return stdout
  }

  async function backUp(name: string): Promise<void> {
    mkdirSync(path.join(folder, name))
    for (const file of ['log.db', 'vault.db']) cpSync(path.join(dataDir(), file), path.join(folder, name, file))
    await copyFiles(dataDir(), path.join(folder, name))
    const about = await aboutOf(path.join(folder, name))
    await writeBackupManifest(path.join(folder, name), { ...about, takenAt: '2026-03-01T00:00:00.000Z' })
  }

  /** Records the restore as a start does. */
  async function start(): Promise<void> {
    const { log, close } = found(dataDir())
    const { id, restored } = readRestoredNote(dataDir()) as RestoreNote
    const earlier = await log.readStream('repairs')
    await log.append('repairs', earlier.at(-1)?.revision ?? NO_STREAM_REVISION, [
      { id, type: 'LogRestored', data: restored, meta },
    ])
    removeRestoredNote(dataDir())
    await close()
  }

  it.each([
    ['older', 'newer', false],
    ['older', 'newer', true],
    ['newer', 'older', false],
    ['newer', 'older', true],
    ['newer', 'newer', false],
  ])('of the %s backup, then of the %s one, explains all dropped events', async (first, second, isStarted) => {
    await growTo('1.txt', 2)
    await backUp('older')
    await growTo('2.txt', 2)
    await backUp('newer')
    await growTo('3.txt', 10)
    await restore(path.join(folder, first))
    if (isStarted) await start()
    if (isStarted) await growTo('4.txt', 4)
    await restore(path.join(folder, second))
    await start()
    const said = await verifySince(['1.txt', '2.txt', '3.txt', ...(isStarted ? ['4.txt'] : [])])
    expect(said).toContain('OK: events 0 to')
    expect(said).toContain('3.txt: this log was restored on')
  })

  it('explains what was signed on a new machine, which never had the events after the older backup', async () => {
    await growTo('1.txt', 2)
    await backUp('older')
    await growTo('2.txt', 2)
    await backUp('newer')
    rmSync(dataDir(), { recursive: true })
    await restore(path.join(folder, 'older'))
    await start()
    await growTo('3.txt', 1)
    await restore(path.join(folder, 'newer'))
    await start()
    const said = await verifySince(['1.txt', '2.txt', '3.txt'])
    expect(said).toContain('OK: events 0 to')
    expect(said).toContain('3.txt: this log was restored on')
  })

  it('explains signed events that the log had lost before, when it was rolled back by hand', async () => {
    await growTo('1.txt', 2)
    await backUp('older')
    await growTo('2.txt', 2)
    cpSync(path.join(dataDir(), 'log.db'), path.join(folder, 'rolled-back.db'))
    await growTo('3.txt', 2, dataDir())
    cpSync(path.join(folder, 'rolled-back.db'), path.join(dataDir(), 'log.db'))
    await restore(path.join(folder, 'older'))
    await start()
    await growTo('4.txt', 9)
    const said = await verifySince(['1.txt', '2.txt', '3.txt', '4.txt'])
    expect(said).toContain('OK: events 0 to')
    expect(said).toContain('3.txt: this log was restored on')
  })

  it.each(['2.db', '3.db'])('explains what the first gave up, also if %s was put back by hand between', async (log) => {
    await growTo('1.txt', 2)
    await backUp('older')
    await growTo('2.txt', 2)
    cpSync(path.join(dataDir(), 'log.db'), path.join(folder, '2.db'))
    await growTo('3.txt', 2)
    cpSync(path.join(dataDir(), 'log.db'), path.join(folder, '3.db'))
    await restore(path.join(folder, 'older'))
    cpSync(path.join(folder, log), path.join(dataDir(), 'log.db'))
    await restore(path.join(folder, 'older'))
    await start()
    const said = await verifySince(['1.txt', '2.txt', '3.txt'])
    expect(said).toContain('OK: events 0 to')
    expect(said).toContain('3.txt: this log was restored on')
  })
})
