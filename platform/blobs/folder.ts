/** Blobs as files in a folder, each named by its hash, in sub-folders by the first two digits. */
import { createHash, randomUUID } from 'node:crypto'
import { constants, readdirSync } from 'node:fs'
import { copyFile, type FileHandle, link, mkdir, open, rename, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { clearOldFiles } from '../old-files.ts'
import { makeFolder, OWNER_ONLY } from '../private-files.ts'
import type { Blobs } from './blobs.ts'
import { createIntactFiles } from './intact-file.ts'

const SHA256 = /^[0-9a-f]{64}$/
/** A half-written file this old belongs to a put that died; a younger one may be another process's, still at it. */
const LEFTOVER_MS = 3_600_000
/** What is too old is looked for at most so often. */
const CLEAR_MS = 3_600_000
/** Of another disk, or one without second names. */
const NOT_LINKED = ['EXDEV', 'EPERM', 'ENOTSUP', 'EMLINK']

export interface FolderBlobs extends Blobs {
  /** Where files lie while they are being written; they become blobs, or are cleared when whoever wrote them died. */
  incoming: string
  /** Where a blob lies if it is there. */
  fileOf(hash: string): string
  /** Whether get would give it. */
  has(hash: string): Promise<boolean>
  /** As get, piece by piece. */
  read(hash: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Puts what lies in another folder, without reading or writing it where both are on one disk; false where it lies in neither. */
  takeOver(hash: string, from: FolderBlobs): Promise<boolean>
}

interface How {
  /** What was put stays only so long. */
  forMs?: number
  /** Nobody else shares the folder. */
  alone?: boolean
  /** Called with the path of a file that is not what its name says; the blob counts as missing. */
  onDamaged?: (file: string) => void
}

/** Opens the folder, made if need be, and clears what dead puts left: at once where nobody else can be at it. Several processes may share it. */
export function openFolderBlobs(
  dir: string,
  { forMs, alone = false, onDamaged = () => undefined }: How = {},
): FolderBlobs {
  const incoming = path.join(dir, 'incoming')
  makeFolder(incoming)
  let clearedAt = Number.NEGATIVE_INFINITY
  const clear = () => {
    if (performance.now() - clearedAt < Math.min(CLEAR_MS, forMs ?? CLEAR_MS)) return
    clearedAt = performance.now()
    clearOldFiles(incoming, LEFTOVER_MS)
    if (forMs !== undefined) for (const folder of foldersOf(dir)) clearOldFiles(path.join(dir, folder), forMs)
  }
  if (alone) clearOldFiles(incoming, Number.NEGATIVE_INFINITY)
  clear()

  const fileOf = (hash: string) => {
    if (!SHA256.test(hash)) throw new TypeError('not a SHA-256 in lower-case hex')
    return path.join(dir, hash.slice(0, 2), hash)
  }

  const temporary = () => path.join(incoming, randomUUID())
  const openIntact = createIntactFiles()

  /** Returns an open file with exactly the blob's bytes; undefined where there is none. */
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

  /** `make` is given the name of a file that is not there yet, and leaves it whole and on the disk. */
  async function putBy(hash: string, make: (file: string) => Promise<void>): Promise<void> {
    clear()
    const file = fileOf(hash)
    const folder = path.dirname(file)
    const wasThere = await isThere(file)
    if (forMs !== undefined && wasThere && (await touched(file))) return
    const made = wasThere ? undefined : await mkdir(folder, { recursive: true, mode: OWNER_ONLY.folder })
    if (!wasThere) await make(file)
    // What stays for a time only may lose its name to a power cut: it is sent again.
    if (forMs !== undefined) return
    // Also when it was there: another put may have named it a moment ago and not have come this far.
    await Promise.all([syncFolder(folder), made !== undefined && syncFolder(dir)])
  }

  /** By a second name, where both are on one disk and it has such. */
  async function linkOrCopy(there: string, file: string): Promise<void> {
    try {
      await link(there, file)
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException
      // Another put was quicker, or something lies there that is not the blob.
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
      const write = (half: string) => writeFile(half, bytes, { flag: 'wx', mode: OWNER_ONLY.file })
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

/** Makes a rename survive a power cut. Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== 'win32') await sync(folder, 'r')
}

/** What was written lies on the disk. */
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

/** Opened, and verified again, once somebody reads it: until then no file is held open. */
async function* piecesOf(
  openBlob: (file: string) => Promise<FileHandle | undefined>,
  file: string,
): AsyncIterable<Uint8Array> {
  const handle = await openBlob(file)
  if (!handle) throw new Error('The blob is not there any more.')
  yield* handle.createReadStream()
}

/** Begins its time anew, where it is there. */
async function touched(file: string): Promise<boolean> {
  const now = new Date()
  return (await unlessMissing(utimes(file, now, now).then(() => true))) ?? false
}

const foldersOf = (dir: string) => readdirSync(dir).filter((name) => /^[0-9a-f]{2}$/.test(name))
