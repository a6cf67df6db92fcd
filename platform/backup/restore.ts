/** Restores a backup: verifies it in a staging folder, then moves it. */
import { existsSync, lstatSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { EventData } from '#contract/events.ts'
import type { ServerSettings } from '../config.ts'
import { type EventStore, StoreDamaged } from '../event-store/event-store.ts'
import { readEventAt } from '../event-store/log-mark.ts'
import { openSqliteEventStore } from '../event-store/sqlite.ts'
import { makeEmptyFolder, makeFolder, makeFolderPrivate, makePrivateFile } from '../private-files.ts'
import { countEventsBeforeLoss, findLostProofTree, REPAIRS_STREAM } from '../proof/lost-tree.ts'
import { addErasedPersons, readErasedList } from '../vault/erased-list.ts'
import {
  type BackupManifest,
  copyFile,
  forEachFile,
  isBackupFile,
  isPhotoFileName,
  listFolderEntries,
} from './manifest.ts'
import { createNote, type RestoreNote, readRestoredNote, writeRestoredNote } from './restored-note.ts'
import { openBackupSnapshot, verifyBackupSnapshot } from './snapshot.ts'
import { countCommonEvents, startsWithEvents, summarizeLog, verifyLog } from './verify-log.ts'

/**
 * Returns the folder into which a restore first copies its files.
 * While this folder exists, the restore has not changed the data folder.
 */
const stagingIn = (dataDir: string) => path.join(dataDir, 'restoring')
/**
 * Returns the folder of a restore whose files were verified.
 * If the restore was interrupted, the next start moves these files into place.
 */
const readyIn = (dataDir: string) => path.join(dataDir, 'restoring.ready')

/**
 * Ends an interrupted restore.
 * If all files were verified, moves them into place.
 * Otherwise removes them, including the vault's key.
 * Without log or vault, throws with advice unless `isRepeated`.
 * A start would otherwise create a new installation.
 */
export async function finishRestore(dataDir: string, { isRepeated = false } = {}): Promise<void> {
  const ready = lstatSync(readyIn(dataDir), { throwIfNoEntry: false })
  // Through a link, the restore would move all files of another folder.
  if (ready && !ready.isDirectory()) throw new Error(`${readyIn(dataDir)} is not a folder. Remove it.`)
  if (ready) return moveInto(dataDir)
  const isGone = (name: string) => !existsSync(path.join(dataDir, name))
  if (!existsSync(stagingIn(dataDir))) return
  if (!isRepeated && (isGone('log.db') || isGone('vault.db')))
    throw new Error(`A restore into ${dataDir} was interrupted. Repeat it: npm run restore -- FOLDER`)
  rmSync(stagingIn(dataDir), { recursive: true })
}

/** Returns a sentence about data that a restore would lose, if any. */
export async function describeRestoreLoss(
  dataDir: string,
  folder: string,
  backup: BackupManifest,
): Promise<string | undefined> {
  const file = path.join(dataDir, 'log.db')
  if (!existsSync(file))
    return existsSync(path.join(dataDir, 'vault.db')) ? `The vault in ${dataDir} would be lost.` : undefined
  const present = await openPresent(file)
  if (present === 'damaged') return `The log in ${dataDir} is damaged; its readable events would be lost.`
  try {
    return await lossIn(present, { dataDir, folder, backup })
  } catch (error) {
    if (!(error instanceof StoreDamaged)) throw error
    return `The log in ${dataDir} is damaged; its readable events would be lost.`
  } finally {
    await present.close()
  }
}

interface RestorePaths {
  dataDir: string
  folder: string
  backup: BackupManifest
}

async function lossIn(present: EventStore, { dataDir, folder, backup }: RestorePaths): Promise<string | undefined> {
  const events = Math.max(0, await present.head())
  if (events === 0) return undefined
  if ((await readInstallationId(present)) !== backup.installationId)
    return `The ${events} events in ${dataDir}, of another installation than the backup, would be lost.`
  const common = await inCopyOf(folder, (log) => countCommonEvents(present, log))
  const lost = events - common
  const split = common < Math.min(events, backup.events) ? `, and they differ from event ${common + 1} on` : ''
  return `The log in ${dataDir} has ${events} events, the backup ${backup.events}${split}: ${lost} would be lost.`
}

/** Reads from a copy of the log, so the backup stays unchanged. */
async function inCopyOf<T>(folder: string, read: (log: EventStore) => Promise<T>): Promise<T> {
  const beside = mkdtempSync(path.join(tmpdir(), 'wastesense-backup-'))
  try {
    await copyFile(path.join(folder, 'log.db'), path.join(beside, 'log.db'))
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

/**
 * Copies a backup's files to the staging folder and verifies them.
 * On failure, throws an error for the admin and changes no data.
 */
export async function stageRestore(folder: string, settings: ServerSettings, manifest: BackupManifest): Promise<void> {
  const { DATA_DIR } = settings
  const { files, checkpoint, installationId } = manifest
  const staging = stagingIn(DATA_DIR)
  makeFolderPrivate(DATA_DIR)
  rmSync(staging, { recursive: true, force: true })
  makeEmptyFolder(staging)
  try {
    const sums = new Map(Object.entries(files).filter(([name]) => isBackupFile(name)))
    await forEachFile([...sums.keys()], (name) => copyPart(name, sums.get(name), folder, staging))
    // Creates the list of erased people even if the backup contains none.
    // The restored list then replaces the list in the data folder.
    makePrivateFile(path.join(staging, 'erased'))
    addErasedPersons(path.join(staging, 'erased'), await erasedIn(DATA_DIR, installationId))
    const copy = openBackupSnapshot(staging, settings)
    const check = async () => {
      // Erases in the restored copy the people who were erased after the backup was made.
      for (const personId of await copy.vault.listedErased()) await copy.vault.erase(personId)
      refuseOtherManifest(folder, manifest, await verifyBackupSnapshot(copy))
      await verifyLog(copy, checkpoint)
    }
    await check().finally(copy.close)
  } catch (error) {
    rmSync(staging, { recursive: true })
    throw error
  }
  makeFolderPrivate(DATA_DIR)
}

/**
 * Throws if the manifest does not describe the copied log.
 * The event LogRestored would otherwise state wrong figures for good.
 */
function refuseOtherManifest(
  folder: string,
  { events, installationId }: BackupManifest,
  found: Pick<BackupManifest, 'events' | 'installationId'>,
): void {
  if (events !== found.events)
    throw new Error(
      `The backup ${folder} is damaged: its manifest names ${events} events, its log has ${found.events}.`,
    )
  if (installationId !== found.installationId)
    throw new Error(`The backup ${folder} is damaged: its manifest names another installation than its log.`)
}

/**
 * Returns the data folder's erased people, who must stay erased.
 * Returns none for another installation's log, whose equal ids are other people.
 */
async function erasedIn(dataDir: string, installationId: string): Promise<string[]> {
  const [erased, file] = [path.join(dataDir, 'erased'), path.join(dataDir, 'log.db')]
  if (!existsSync(erased)) return []
  const present = existsSync(file) ? await installationOf(file) : undefined
  return present === undefined || present === installationId ? readErasedList(erased) : []
}

/** Returns a log's installation id; undefined if unreadable. */
async function installationOf(file: string): Promise<string | undefined> {
  const log = await openPresent(file)
  if (log === 'damaged') return undefined
  try {
    return await readInstallationId(log)
  } catch (error) {
    if (error instanceof StoreDamaged) return undefined
    throw error
  } finally {
    await log.close()
  }
}

async function readInstallationId(log: EventStore): Promise<string | undefined> {
  const [founded] = await log.readStream('installation')
  return (founded?.data as { installationId?: string } | undefined)?.installationId
}

/** Copies a file and checks its hash, because it may have changed since verification. */
async function copyPart(name: string, sum: string | undefined, folder: string, staging: string): Promise<void> {
  const to = path.join(staging, name)
  makeFolder(path.dirname(to))
  if ((await copyFile(path.join(folder, name), to)) !== sum)
    throw new Error(`The backup ${folder} is damaged: ${name} does not match its checksum.`)
}

/**
 * Returns a note about restoring a backup.
 * At its next start, the server records the restore in the log.
 */
export async function createRestoreNote(dataDir: string, folder: string, backup: BackupManifest): Promise<RestoreNote> {
  const dropped = await droppedBy(dataDir, folder, backup)
  const restored = { size: backup.events, backupTakenAt: backup.takenAt, ...dropped }
  return inCopyOf(folder, (log) => createNote(log, restored))
}

type Restored = EventData<'LogRestored'>

/** Events that a restore drops, as the end of one log. */
export type Branch = Pick<NonNullable<Restored['givenUp']>, 'size' | 'root' | 'checkpoint'> & {
  /** Number of first events that the log shares with the restored one. */
  common: number
}

/** Events of unknown number that a restore drops, such as on a new machine. */
type UnknownBranch = Pick<Branch, 'common'>

type Dropped = Pick<Restored, 'givenUp' | 'common'>

/**
 * Returns a summary of the events that are missing in the backup.
 * These are the replaced log's events, and those that its own restores had dropped.
 * Otherwise older checkpoints would have no explanation after a second restore.
 * Returns nothing if no event is missing, or if the present log can't be read.
 */
async function droppedBy(dataDir: string, folder: string, backup: BackupManifest): Promise<Dropped> {
  const file = path.join(dataDir, 'log.db')
  if (!existsSync(file)) return {}
  const present = await openPresent(file)
  if (present === 'damaged') return {}
  try {
    if ((await readInstallationId(present)) !== backup.installationId) return {}
    const common = await inCopyOf(folder, (log) => countCommonEvents(present, log))
    const branches: (Branch | UnknownBranch | undefined)[] = []
    if (common < (await present.head())) branches.push({ ...(await summarizeLog(present)), common })
    for (const restored of await droppedRestoresIn(dataDir, present, common)) branches.push(branchOf(restored, common))
    branches.push(...(await branchesBeforeRollback(present, dataDir, folder)))
    return joinBranches(branches, backup.events)
  } catch (error) {
    if (error instanceof StoreDamaged) return {}
    throw error
  } finally {
    await present.close()
  }
}

/**
 * Returns the branch of signed events that a rollback removed from the log, if any.
 * It is undefined if the number of events that it shares with the backup is unknown.
 */
async function branchesBeforeRollback(
  present: EventStore,
  dataDir: string,
  folder: string,
): Promise<(Branch | undefined)[]> {
  const lost = await findLostProofTree(present, dataDir)
  if (!lost) return []
  const common = await inCopyOf(folder, (log) => countEventsBeforeLoss(log, dataDir))
  if (common === lost.size) return []
  return [common === undefined ? undefined : { size: lost.size, root: lost.root, common }]
}

/**
 * Returns the restores of the present log that the backup lacks.
 * The last one may be in a note, if no start has recorded it yet.
 */
async function droppedRestoresIn(dataDir: string, present: EventStore, common: number): Promise<Restored[]> {
  const repairs = await present.readStream(REPAIRS_STREAM)
  const recorded = repairs.flatMap(({ type, data }) => (type === 'LogRestored' ? [data as Restored] : []))
  const dropped = recorded.filter(({ size }) => size >= common)
  const note = readRestoredNote(dataDir)
  if (!note) return dropped
  const last = await readEventAt(present, await present.head())
  const isRecorded = recorded.some((restored) => isDeepStrictEqual(restored, note.restored))
  const isMissing =
    note.lastId === last?.id || (!isRecorded && (await findBranchMissingIn(present, note.restored)) !== undefined)
  return isMissing ? [...dropped, note.restored] : dropped
}

/**
 * Returns the branch that an unrecorded restore gave up.
 * Returns undefined if the present log has all its events.
 */
export async function findBranchMissingIn(log: EventStore, restored: Restored): Promise<Branch | undefined> {
  const branch = branchOf(restored, restored.size)
  return 'root' in branch && !(await startsWithEvents(log, branch)) ? branch : undefined
}

/** Returns what a restore dropped. */
function branchOf({ size, givenUp, common: known }: Restored, common: number): Branch | UnknownBranch {
  return { ...givenUp, common: Math.min(common, size, givenUp?.common ?? known ?? size) }
}

/**
 * Returns one summary for several dropped branches: the longest of them.
 * Its common events are those that all branches share with the backup's `kept` events.
 * Returns only these if the size of a branch is unknown.
 * Returns nothing if they are unknown too.
 */
export function joinBranches(branches: readonly (Branch | UnknownBranch | undefined)[], kept: number): Dropped {
  const known = branches.filter((branch) => branch !== undefined)
  if (known.length === 0 || known.length < branches.length) return {}
  const common = Math.min(...known.map((branch) => branch.common))
  const diverged = common < kept && { common }
  const sized = known.filter((branch) => 'root' in branch)
  const [longest] = sized.toSorted((one, other) => other.size - one.size)
  if (!longest || sized.length < known.length) return { ...diverged }
  const { size, root, checkpoint } = longest
  return { givenUp: { size, root, ...(checkpoint && { checkpoint }), ...diverged } }
}

/**
 * Moves the staged files into place.
 * Adds photos to the existing ones, because content hashes name them.
 */
export async function applyRestore(dataDir: string, note: RestoreNote): Promise<void> {
  writeRestoredNote(stagingIn(dataDir), note)
  renameSync(stagingIn(dataDir), readyIn(dataDir))
  await moveInto(dataDir)
}

/** Moves the verified files into the data folder; can be repeated. */
async function moveInto(dataDir: string): Promise<void> {
  const ready = readyIn(dataDir)
  const parts = listFolderEntries(ready).map(([name]) => name)
  rmSync(path.join(dataDir, 'outbox'), { recursive: true, force: true })
  // Moves restored.json first.
  // If the process crashes, restored.json explains why log and vault differ.
  for (const name of ['restored.json', ...parts.filter((name) => name !== 'restored.json')]) {
    if (!existsSync(path.join(ready, name))) continue
    const to = path.join(dataDir, name)
    makeFolder(path.dirname(to))
    if (name.endsWith('.db')) for (const end of ['-wal', '-shm']) rmSync(`${to}${end}`, { force: true })
    // Removes an existing file or folder that has the photo's name.
    if (isPhotoFileName(name)) rmSync(to, { recursive: true, force: true })
    await move(path.join(ready, name), to)
  }
  rmSync(ready, { recursive: true })
}

/** Moves a file, also to another disk, where photos may be. */
async function move(from: string, to: string): Promise<void> {
  try {
    renameSync(from, to)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    rmSync(to, { force: true })
    await copyFile(from, to)
    rmSync(from)
  }
}
