/**
 * Copies the data of a running installation.
 * Copies the log before the vault, so that the vault's copy has all keys that the log's copy needs.
 */
import { closeSync, existsSync, fsyncSync, lstatSync, openSync, realpathSync, rmSync } from 'node:fs'
import path from 'node:path'
import { backup, type DatabaseSync } from 'node:sqlite'
import { databaseErrorReasonOf } from '../disk-errors.ts'
import { makeEmptyFolder, makeFolder, makeFolderPrivate, PRIVATE_MODES } from '../private-files.ts'
import { copyFile, forEachFile, isPhotoFileName, isPhotoFolderName, listFolderEntries } from './manifest.ts'

/** A database that can be copied during writes. */
export interface Copyable {
  copyTo(file: string): Promise<void>
}

export const isCopyable = (store: object): store is Copyable => 'copyTo' in store

interface Databases {
  log: Copyable
  vault: Copyable
}

/**
 * Number of database pages to copy per step.
 * Other connections can use the database between two steps.
 */
const PAGES = 256

/**
 * Copies the databases to a new or empty folder.
 * On failure, removes the copies and throws an error with a message for the admin.
 */
export async function copyDatabases({ log, vault }: Databases, folder: string): Promise<void> {
  makeEmptyFolder(folder)
  makeFolderPrivate(folder)
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
 * Copies the files beside the databases: erased people, photos, and the vault's key.
 * Copies no key if `keyFile` is outside the data folder.
 * Call it after copying the databases, because they refer to photos.
 * Copies a few photos at a time, for the backup command.
 * Skips photos of people who are erased during the copy.
 * Skips links and special files among the photos and their folders.
 * Returns the paths of these.
 */
export async function copyFiles(
  dataDir: string,
  folder: string,
  keyFile = path.join(dataDir, 'vault.key'),
): Promise<string[]> {
  const copy = (name: string) => copyFile(path.join(dataDir, name), path.join(folder, name))
  if (isKeyFileIn(dataDir, keyFile)) await copy('vault.key')
  if (existsSync(path.join(dataDir, 'erased'))) await copy('erased')
  const photos = listFolderEntries(dataDir, 'blobs').filter(
    // A folder of photos is listed only if it is a link.
    ([name]) => isPhotoFileName(name) || isPhotoFolderName(name),
  )
  const regular = photos.filter(([, entry]) => entry.isFile()).map(([name]) => name)
  await forEachFile(regular, async (name) => {
    makeFolder(path.dirname(path.join(folder, name)))
    await copy(name).catch((error) => {
      if (existsSync(path.join(dataDir, name))) throw error
    })
  })
  return photos.filter(([, entry]) => !entry.isFile()).map(([name]) => name)
}

/**
 * Whether the vault's key is in the data folder.
 * A symbolic link there shows that the key is stored elsewhere.
 * If another key file is configured, a key in the data folder is an old one.
 */
function isKeyFileIn(dataDir: string, keyFile: string): boolean {
  const own = path.join(dataDir, 'vault.key')
  if (!lstatSync(own, { throwIfNoEntry: false })?.isFile()) return false
  return existsSync(keyFile) && realpathSync(keyFile) === realpathSync(own)
}

/** Copies a database with writes during the copy, and syncs it. */
export async function copyDatabase(database: DatabaseSync, file: string): Promise<void> {
  // Creates a file.
  // Never overwrites an existing file or follows a link.
  closeSync(openSync(file, 'wx', PRIVATE_MODES.file))
  try {
    await backUp(database, file)
    const descriptor = openSync(file, 'r+')
    try {
      fsyncSync(descriptor)
    } finally {
      closeSync(descriptor)
    }
  } catch (error) {
    rmSync(file)
    throw new Error(`${file} can't be written: ${databaseErrorReasonOf(error, file)}.`, { cause: error })
  }
}

/**
 * Copies a database, even if another process is writing to it when the copy starts.
 * Node retries every step of the copy except the first.
 * If the first step fails, Node throws an error with SQLite's code for success (0).
 */
async function backUp(database: DatabaseSync, file: string): Promise<void> {
  try {
    await backup(database, file, { rate: PAGES })
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== 0) throw error
    await backUp(database, file)
  }
}
