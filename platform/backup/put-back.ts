/** Puts a backup into the data folder: first whole and verified beside what is there, then in its place. */
import { randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Settings } from '../config.ts'
import { type EventStore, StoreDamaged } from '../event-store/event-store.ts'
import { eventAt } from '../event-store/log-mark.ts'
import { openSqliteEventStore } from '../event-store/sqlite.ts'
import { keepPrivate, OWNER_ONLY } from '../private-files.ts'
import { addErased, readErasedList } from '../vault/erased-list.ts'
import type { Manifest } from './manifest.ts'
import { inCommon, provenBy, summaryOf } from './proven.ts'
import { type RestoredNote, writeRestoredNote } from './restored-note.ts'
import { openCopy, readWhole } from './whole.ts'

const stagingIn = (dataDir: string) => path.join(dataDir, 'restoring')

/** Throws a sentence where a restore was cut off between taking away what was there and putting the backup in its place. */
export function refuseHalfRestored(dataDir: string): void {
  const isGone = (name: string) => !existsSync(path.join(dataDir, name))
  if (existsSync(stagingIn(dataDir)) && isGone('log.db') && isGone('vault.db'))
    throw new Error(`A restore into ${dataDir} was cut off. Repeat it: npm run restore -- FOLDER`)
}

/** What of the data folder would be gone after a restore, as a sentence with 'would be' in it; undefined where there is nothing. */
export async function lossOf(dataDir: string, folder: string, backup: Manifest): Promise<string | undefined> {
  const file = path.join(dataDir, 'log.db')
  if (!existsSync(file))
    return existsSync(path.join(dataDir, 'vault.db')) ? `The vault in ${dataDir} would be lost.` : undefined
  const present = await openPresent(file)
  if (present === 'damaged') return `The log in ${dataDir} is damaged; what can be read of it would be lost.`
  try {
    return await lossIn(present, { dataDir, folder, backup })
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error
    return `The log in ${dataDir} is damaged; what can be read of it would be lost.`
  } finally {
    await present.close()
  }
}

interface Restoring {
  dataDir: string
  folder: string
  backup: Manifest
}

async function lossIn(present: EventStore, { dataDir, folder, backup }: Restoring): Promise<string | undefined> {
  const events = Math.max(0, await present.head())
  const [founded] = await present.readStream('installation')
  if (events === 0) return undefined
  const { installationId } = (founded?.data ?? {}) as { installationId?: string }
  if (installationId !== backup.installationId)
    return `The ${events} events in ${dataDir}, of another installation than the backup, would be lost.`
  const common = await inCopyOf(folder, (log) => inCommon(present, log))
  const lost = events - common
  const split = common < Math.min(events, backup.events) ? `, and they differ from event ${common + 1} on` : ''
  return `The log in ${dataDir} has ${events} events, the backup ${backup.events}${split}: ${lost} would be lost.`
}

/** Reads the backup's log in a copy: a backup stays as it was written. */
async function inCopyOf<T>(folder: string, read: (log: EventStore) => Promise<T>): Promise<T> {
  const beside = mkdtempSync(path.join(tmpdir(), 'wastesense-backup-'))
  try {
    cpSync(path.join(folder, 'log.db'), path.join(beside, 'log.db'))
    const backup = openSqliteEventStore(path.join(beside, 'log.db'))
    return await read(backup).finally(() => backup.close())
  } finally {
    rmSync(beside, { recursive: true })
  }
}

async function openPresent(file: string) {
  try {
    return openSqliteEventStore(file)
  } catch (error) {
    if (error instanceof StoreDamaged) return 'damaged'
    throw error
  }
}

/** Copies the backup to a folder in the data folder and reads it whole there; throws a sentence, and nothing was changed. */
export async function stage(folder: string, settings: Settings, { checkpoint }: Manifest): Promise<void> {
  const { DATA_DIR } = settings
  const staging = stagingIn(DATA_DIR)
  keepPrivate(DATA_DIR)
  rmSync(staging, { recursive: true, force: true })
  mkdirSync(staging, { mode: OWNER_ONLY.folder })
  for (const name of readdirSync(folder)) cpSync(path.join(folder, name), path.join(staging, name), { recursive: true })
  rmSync(path.join(staging, 'backup.json'))
  // Whoever was erased since the backup stays erased: the vault does it when it is opened.
  const erased = path.join(DATA_DIR, 'erased')
  if (existsSync(erased)) addErased(path.join(staging, 'erased'), readErasedList(erased))
  try {
    const copy = openCopy(staging, settings)
    const check = async () => {
      await readWhole(copy)
      await provenBy(copy, checkpoint)
    }
    await check().finally(copy.close)
  } catch (error) {
    rmSync(staging, { recursive: true })
    throw error
  }
  keepPrivate(DATA_DIR)
}

/** What the next start is to declare in the log, which then goes on from the backup's last event. */
export async function noteRestore(dataDir: string, folder: string, backup: Manifest): Promise<RestoredNote> {
  const last = await inCopyOf(folder, async (log) => eventAt(log, await log.head()))
  const givenUp = await givenUpIn(dataDir, folder, backup)
  const restored = { size: backup.events, backupTakenAt: backup.takenAt, ...(givenUp && { givenUp }) }
  return { id: randomUUID(), lastId: last?.id ?? '', restored: { ...restored, restoredAt: new Date().toISOString() } }
}

/** The log that is given up, where it has events that the backup lacks; undefined where it can't be read. */
async function givenUpIn(dataDir: string, folder: string, backup: Manifest) {
  const file = path.join(dataDir, 'log.db')
  if (!existsSync(file)) return undefined
  const present = await openPresent(file)
  if (present === 'damaged') return undefined
  try {
    const [founded] = await present.readStream('installation')
    if ((founded?.data as { installationId?: string } | undefined)?.installationId !== backup.installationId)
      return undefined
    const isGivenUp = (await inCopyOf(folder, (log) => inCommon(present, log))) < (await present.head())
    return isGivenUp ? await summaryOf(present) : undefined
  } catch (error) {
    if (error instanceof StoreDamaged) return undefined
    throw error
  } finally {
    await present.close()
  }
}

/** What was staged takes the place of what is there. Photos are added to: each is named by its content. */
export function putBack(dataDir: string, note: RestoredNote): void {
  const staging = stagingIn(dataDir)
  writeRestoredNote(dataDir, note)
  for (const name of readdirSync(dataDir))
    if (/^(log|vault)\.db/.test(name) || name === 'outbox') rmSync(path.join(dataDir, name), { recursive: true })
  for (const name of readdirSync(staging)) {
    const [from, to] = [path.join(staging, name), path.join(dataDir, name)]
    if (name === 'blobs') cpSync(from, to, { recursive: true })
    else renameSync(from, to)
  }
  rmSync(staging, { recursive: true })
}
