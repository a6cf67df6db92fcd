/** Stores blobs as files named by hash, in sub-folders by two digits. */

import { createHash, randomUUID } from 'node:crypto'
import { constants, readdirSync, rmSync, statSync } from 'node:fs'
import { copyFile, type FileHandle, link, mkdir, open, rename, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { makeFolder, PRIVATE_MODES } from '../private-files.ts'
import type { BlobStore } from './blobs.ts'
import { createIntactFileOpener } from './intact-file.ts'

const SHA256 = /^[0-9a-f]{64}$/
/**
 * Age in ms from which an unfinished file counts as abandoned.
 * Another process may still be writing a younger file.
 */
const LEFTOVER_MS = 3_600_000
/** Shortest interval in ms between two deletions of abandoned files. */
const CLEAR_MS = 3_600_000
/** Error codes of impossible hard links: on another disk, or unsupported. */
const NOT_LINKED = ['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK']

interface FolderBlobs extends BlobStore {
  /**
   * Folder of files that are still being written.
   * A finished file becomes a blob.
   * A file whose writer died is removed.
   */
  incoming: string
  /** Returns the path of a blob, whether or not it exists. */
  fileOf(hash: string): string
  /** Whether `get` would return the blob. */
  has(hash: string): Promise<boolean>
  /** Reads a blob in pieces. */
  read(hash: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /**
   * Adds another folder's blob, by a hard link on the same disk.
   * Returns false if neither folder has it.
   */
  takeOver(hash: string, from: FolderBlobs): Promise<boolean>
}

interface FolderBlobsOptions {
  /**
   * Lifetime of blobs, in ms.
   * Without a lifetime blobs stay.
   */
  forMs?: number
  /** Whether this process is the only one that uses the folder. */
  alone?: boolean
  /**
   * Called with the path of a damaged file.
   * Its blob counts as missing.
   */
  onDamaged?: (file: string) => void
}

/**
 * Opens or creates the folder of blobs, which several processes may share.
 * Removes unfinished files: all of them if `alone`, otherwise only old ones.
 */
export function openFolderBlobs(
  dir: string,
  { forMs, alone = false, onDamaged = () => undefined }: FolderBlobsOptions = {},
): FolderBlobs {
  const incoming = path.join(dir, 'incoming')
  makeFolder(incoming)
  let clearedAt = Number.NEGATIVE_INFINITY
  const clear = () => {
    if (performance.now() - clearedAt < Math.min(CLEAR_MS, forMs ?? CLEAR_MS)) return
    clearedAt = performance.now()
    deleteOldFiles(incoming, LEFTOVER_MS)
    if (forMs !== undefined) for (const folder of foldersOf(dir)) deleteOldFiles(path.join(dir, folder), forMs)
  }
  if (alone) deleteOldFiles(incoming, Number.NEGATIVE_INFINITY)
  clear()

  const fileOf = (hash: string) => {
    if (!SHA256.test(hash)) throw new TypeError('not a SHA-256 in lower-case hex')
    return path.join(dir, hash.slice(0, 2), hash)
  }

  const temporary = () => path.join(incoming, randomUUID())
  const openIntact = createIntactFileOpener()

  /** Returns an open, verified file of a blob, or undefined. */
  async function openBlob(file: string): Promise<FileHandle | undefined> {
    const opened = await openIntact(file)
    if (opened === 'damaged') onDamaged(file)
    return typeof opened === 'object' ? opened.handle : undefined
  }

  async function isThere(file: string): Promise<boolean> {
    const handle = await openBlob(file)
    await handle?.close()
    return handle !== undefined
  }

  /**
   * Adds a blob unless it exists.
   * `make` must write and sync the complete file.
   */
  async function putBy(hash: string, make: (file: string) => Promise<void>): Promise<void> {
    clear()
    const file = fileOf(hash)
    const folder = path.dirname(file)
    const wasThere = await isThere(file)
    if (forMs !== undefined && wasThere && (await touchFile(file))) return
    const made = wasThere ? undefined : await mkdir(folder, { recursive: true, mode: PRIVATE_MODES.folder })
    if (!wasThere) await make(file)
    // Temporary blobs need no sync: after a power cut, the sender repeats them.
    if (forMs !== undefined) return
    // Syncs the folder even if the file existed.
    // Another writer may have created it without a sync yet.
    await Promise.all([syncFolder(folder), made !== undefined && syncFolder(dir)])
  }

  async function linkOrCopy(there: string, file: string): Promise<void> {
    try {
      await link(there, file)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      // If another writer has already stored an intact file, keeps that file.
      // If the stored file is damaged, the code below replaces it.
      if (code === 'EEXIST' && (await isThere(file))) return
      if (code !== 'EEXIST' && !NOT_LINKED.includes(code)) throw error
      await writeWhole(temporary(), file, (copy) => copyFile(there, copy, constants.COPYFILE_EXCL))
    }
  }

  return {
    incoming,
    fileOf,
    async put(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      const write = (half: string) => writeFile(half, bytes, { flag: 'wx', mode: PRIVATE_MODES.file })
      await putBy(hash, (file) => writeWhole(temporary(), file, write))
      return hash
    },
    async get(hash) {
      const handle = await openBlob(fileOf(hash))
      try {
        return await handle?.readFile()
      } finally {
        await handle?.close()
      }
    },
    async read(hash) {
      const file = fileOf(hash)
      return (await isThere(file)) ? piecesOf(openBlob, file) : undefined
    },
    has: async (hash) => isThere(fileOf(hash)),
    async remove(hash) {
      const file = fileOf(hash)
      await rm(file, { force: true, recursive: true })
      await unlessMissing(syncFolder(path.dirname(file)))
    },
    async takeOver(hash, from) {
      const there = from.fileOf(hash)
      const isSomewhere = (await isThere(fileOf(hash))) || (await from.has(hash))
      if (isSomewhere) await putBy(hash, (file) => linkOrCopy(there, file))
      return isSomewhere
    },
  }
}

async function writeWhole(temporary: string, file: string, write: (file: string) => Promise<void>): Promise<void> {
  try {
    await write(temporary)
    await sync(temporary, 'r+')
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/**
 * Syncs a folder, so that a rename survives a power cut.
 * Windows has no such call and needs none.
 */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await sync(folder, 'r')
}

async function sync(place: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(place, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Opens and verifies the file only when it is read, so that no unused file stays open. */
async function* piecesOf(
  openBlob: (file: string) => Promise<FileHandle | undefined>,
  file: string,
): AsyncIterable<Uint8Array> {
  const handle = await openBlob(file)
  if (!handle) throw new Error('The blob is not there any more.')
  yield* handle.createReadStream()
}

/**
 * Sets a file's time to now, so that its lifetime starts again.
 * Returns false if the file is missing.
 */
async function touchFile(file: string): Promise<boolean> {
  const now = new Date()
  return (await unlessMissing(utimes(file, now, now).then(() => true))) ?? false
}

const foldersOf = (dir: string) => readdirSync(dir).filter((name) => /^[0-9a-f]{2}$/.test(name))

/**
 * Deletes the folder's files that were written more than `ms` ago.
 * A crashed process, for example, leaves such files.
 * Other processes may delete them simultaneously.
 */
function deleteOldFiles(folder: string, ms: number): void {
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name)
    const stats = statSync(file, { throwIfNoEntry: false })
    if (stats?.isFile() && Date.now() - stats.mtimeMs > ms) rmSync(file, { force: true })
  }
}
