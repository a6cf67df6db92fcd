/** Blobs as files in a folder, each named by its hash, in sub-folders by the first two digits. */
import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, readdirSync } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { clearOldFiles } from '../old-files.ts'
import { OWNER_ONLY } from '../private-files.ts'
import type { Blobs } from './blobs.ts'

const SHA256 = /^[0-9a-f]{64}$/
/** A half-written file this old belongs to a put that died; a younger one may be another process's, still at it. */
const LEFTOVER_MS = 3_600_000
/** What is too old is looked for at most so often. */
const CLEAR_MS = 3_600_000

/** Where files lie while they are being written; they become blobs, or are cleared when whoever wrote them died. */
export const incomingOf = (dir: string) => join(dir, 'incoming')

/**
 * Opens the folder, made if need be, and clears what dead puts left. `forMs`: what was put stays only so long. Several processes
 * may share it.
 */
export function openFolderBlobs(dir: string, forMs?: number): Blobs {
  const incoming = incomingOf(dir)
  mkdirSync(incoming, { recursive: true, mode: OWNER_ONLY.folder })
  let clearedAt = Number.NEGATIVE_INFINITY
  const clear = () => {
    if (performance.now() - clearedAt < Math.min(CLEAR_MS, forMs ?? CLEAR_MS)) return
    clearedAt = performance.now()
    clearOldFiles(incoming, LEFTOVER_MS)
    if (forMs !== undefined) for (const folder of foldersOf(dir)) clearOldFiles(join(dir, folder), forMs)
  }
  clear()

  return {
    async put(bytes) {
      clear()
      const hash = createHash('sha256').update(bytes).digest('hex')
      const folder = join(dir, hash.slice(0, 2))
      const file = join(folder, hash)
      if (forMs !== undefined && (await touched(file))) return hash
      if (!(await exists(file))) {
        const made = await mkdir(folder, { recursive: true, mode: OWNER_ONLY.folder })
        await writeWhole(join(incoming, randomUUID()), file, bytes)
        if (made !== undefined) await syncFolder(dir)
      }
      // Also when it was there: another put may have renamed it a moment ago and not have come this far.
      await syncFolder(folder)
      return hash
    },
    async get(hash) {
      if (!SHA256.test(hash)) throw new TypeError('not a SHA-256 in lower-case hex')
      return unlessMissing(readFile(join(dir, hash.slice(0, 2), hash)))
    },
  }
}

async function writeWhole(temporary: string, file: string, bytes: Uint8Array): Promise<void> {
  try {
    const handle = await open(temporary, 'wx', OWNER_ONLY.file)
    try {
      await handle.writeFile(bytes)
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rename(temporary, file)
  } catch (error) {
    await rm(temporary, { force: true })
    throw error
  }
}

/** Makes a rename survive a power cut. Windows has no such call and needs none. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
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

const exists = async (file: string) => (await unlessMissing(stat(file))) !== undefined

/** Begins its time anew, where it is there. */
async function touched(file: string): Promise<boolean> {
  const now = new Date()
  return (await unlessMissing(utimes(file, now, now).then(() => true))) ?? false
}

const foldersOf = (dir: string) => readdirSync(dir).filter((name) => /^[0-9a-f]{2}$/.test(name))
