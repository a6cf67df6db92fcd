/** Blobs as files in a folder, each named by its hash, in sub-folders by the first two digits. */
import { createHash, randomUUID } from 'node:crypto'
import { constants, createReadStream, mkdirSync, readdirSync } from 'node:fs'
import { copyFile, mkdir, open, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { clearOldFiles } from '../old-files.ts'
import { OWNER_ONLY } from '../private-files.ts'
import type { Blobs } from './blobs.ts'

const SHA256 = /^[0-9a-f]{64}$/
/** A half-written file this old belongs to a put that died; a younger one may be another process's, still at it. */
const LEFTOVER_MS = 3_600_000
/** What is too old is looked for at most so often. */
const CLEAR_MS = 3_600_000

export interface FolderBlobs extends Blobs {
  /** Where files lie while they are being written; they become blobs, or are cleared when whoever wrote them died. */
  incoming: string
  /** Where a blob lies if it is there. */
  fileOf(hash: string): string
  /** As get, piece by piece. */
  read(hash: string): Promise<AsyncIterable<Uint8Array> | undefined>
  /** Puts what lies in another folder without reading it; false where it lies in neither. */
  takeOver(hash: string, from: FolderBlobs): Promise<boolean>
}

interface How {
  /** What was put stays only so long. */
  forMs?: number
  /** Nobody else shares the folder. */
  alone?: boolean
}

/** Opens the folder, made if need be, and clears what dead puts left: at once where nobody else can be at it. Several processes may share it. */
export function openFolderBlobs(dir: string, { forMs, alone = false }: How = {}): FolderBlobs {
  const incoming = path.join(dir, 'incoming')
  mkdirSync(incoming, { recursive: true, mode: OWNER_ONLY.folder })
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

  /** `write` is given the name of a file that is not there yet. */
  async function putBy(hash: string, write: (temporary: string) => Promise<void>): Promise<void> {
    clear()
    const file = fileOf(hash)
    const folder = path.dirname(file)
    if (forMs !== undefined && (await touched(file))) return
    if (!(await exists(file))) {
      const made = await mkdir(folder, { recursive: true, mode: OWNER_ONLY.folder })
      await writeWhole(path.join(incoming, randomUUID()), file, write)
      if (made !== undefined) await syncFolder(dir)
    }
    // Also when it was there: another put may have renamed it a moment ago and not have come this far.
    await syncFolder(folder)
  }

  return {
    incoming,
    fileOf,
    async put(bytes) {
      const hash = createHash('sha256').update(bytes).digest('hex')
      await putBy(hash, (temporary) => writeFile(temporary, bytes, { flag: 'wx', mode: OWNER_ONLY.file }))
      return hash
    },
    get: async (hash) => unlessMissing(readFile(fileOf(hash))),
    async read(hash) {
      const file = fileOf(hash)
      return (await exists(file)) ? piecesOf(file) : undefined
    },
    async takeOver(hash, from) {
      const there = from.fileOf(hash)
      const isSomewhere = (await exists(fileOf(hash))) || (await exists(there))
      if (isSomewhere) await putBy(hash, (temporary) => copyFile(there, temporary, constants.COPYFILE_EXCL))
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

/** Opened once somebody reads it. */
async function* piecesOf(file: string): AsyncIterable<Uint8Array> {
  yield* createReadStream(file)
}

const exists = async (file: string) => (await unlessMissing(stat(file))) !== undefined

/** Begins its time anew, where it is there. */
async function touched(file: string): Promise<boolean> {
  const now = new Date()
  return (await unlessMissing(utimes(file, now, now).then(() => true))) ?? false
}

const foldersOf = (dir: string) => readdirSync(dir).filter((name) => /^[0-9a-f]{2}$/.test(name))
