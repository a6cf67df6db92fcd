/** Copies an installation while it works: the log first and the vault after it, so that no key is missing that the log needs. */
import { closeSync, existsSync, fsyncSync, lstatSync, openSync, rmSync } from 'node:fs'
import path from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import { databaseReason } from '../disk-errors.ts'
import { keepPrivate, makeEmptyFolder, makeFolder, OWNER_ONLY } from '../private-files.ts'
import { copyFile, entriesIn, forEachFile, isPhoto } from './files.ts'

/** What can be copied as it stands, while it is written to. */
export interface Copyable {
  copyTo(file: string): Promise<void>
}

export const isCopyable = (store: object): store is Copyable => 'copyTo' in store

export interface Databases {
  log: Copyable
  vault: Copyable
}

/** Pages per step; between two steps whoever else needs the database gets it. */
const PAGES = 256

/** Copies the databases into the folder, which must be empty or not there; throws a sentence otherwise, and leaves nothing there. */
export async function copyDatabases({ log, vault }: Databases, folder: string): Promise<void> {
  makeEmptyFolder(folder)
  keepPrivate(folder)
  const logCopy = path.join(folder, 'log.db')
  await log.copyTo(logCopy)
  try {
    await vault.copyTo(path.join(folder, 'vault.db'))
  } catch (error) {
    rmSync(logCopy)
    throw error
  }
}

/**
 * Copies what is in the data folder beside the databases: the list of the erased, photos, and the vault's key unless it is
 * elsewhere. To be called after the databases were copied, which name photos. A few at once, by the command itself: who
 * serves people meanwhile has no part in it. Returns the names of the links and other things that are in a file's place.
 */
export async function copyFiles(dataDir: string, folder: string): Promise<string[]> {
  const copy = (name: string) => copyFile(path.join(dataDir, name), path.join(folder, name))
  // A link leads to a key that is kept elsewhere.
  if (lstatSync(path.join(dataDir, 'vault.key'), { throwIfNoEntry: false })?.isFile()) await copy('vault.key')
  if (existsSync(path.join(dataDir, 'erased'))) await copy('erased')
  const photos = entriesIn(dataDir, 'blobs').filter(([name]) => isPhoto(name))
  const regular = photos.filter(([, entry]) => entry.isFile()).map(([name]) => name)
  await forEachFile(regular, async (name) => {
    makeFolder(path.dirname(path.join(folder, name)))
    await copy(name)
  })
  return photos.filter(([, entry]) => !entry.isFile()).map(([name]) => name)
}

/** The database as it is when the last page is copied, what is written meanwhile included; synced to disk. */
export async function copyDatabase(database: DatabaseSync, file: string): Promise<void> {
  // Made here: nothing that was there before is written to, and no link is followed.
  closeSync(openSync(file, 'wx', OWNER_ONLY.file))
  try {
    await backup(database, file, { rate: PAGES })
    const descriptor = openSync(file, 'r+')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    rmSync(file)
    throw new Error(`${file} can't be written: ${databaseReason(error, file)}.`, { cause: error })
  }
}
