/** The room on the disk of a folder, and what takes it. */
import { readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'

export interface Disk {
  /** Bytes that this process may still write. */
  free: number
  /** Bytes. */
  total: number
}

/** Of a folder that is not there (a process may keep no data) undefined. */
export async function diskOf(folder: string): Promise<Disk | undefined> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch (error) {
    return ifMissing(error)
  }
}

/** By part of the data folder, in bytes. What is kept elsewhere, in EventStoreDB or MongoDB, is absent. */
export type Sizes = Partial<Record<keyof typeof PARTS, number>>

/** Each is a database, with what SQLite keeps beside it, or a folder. Rows are those of now and those of the past. */
const PARTS = {
  log: ['log.db'],
  vault: ['vault.db'],
  rows: ['views.db', 'past.db'],
  history: ['history.db'],
  blobs: ['blobs'],
} as const
const BESIDE = ['', '-wal', '-shm']
/** Of a hundred thousand photos the sizes take a second to add up: they are not asked for more often than this, in ms. */
const KEPT_MS = 60_000

async function sizesOf(dataDir: string): Promise<Sizes> {
  const entries = await Promise.all(
    Object.entries(PARTS).map(async ([part, names]) => {
      const files = names.flatMap((name) => BESIDE.map((beside) => path.join(dataDir, name + beside)))
      const found = (await Promise.all(files.map(sizeOf))).filter((size) => size !== undefined)
      return [part, found.length === 0 ? undefined : found.reduce((sum, size) => sum + size, 0)]
    }),
  )
  return Object.fromEntries(entries.filter(([, size]) => size !== undefined))
}

/** The sizes, added up at most once a minute; what failed is tried again by who asks next. */
export function watchSizes(dataDir: string): () => Promise<Sizes> {
  let last: Promise<Sizes> | undefined
  let at = 0
  return () => {
    if (!last || performance.now() - at > KEPT_MS) {
      at = performance.now()
      const adding = sizesOf(dataDir)
      last = adding
      adding.catch(() => {
        if (last === adding) last = undefined
      })
    }
    return last
  }
}

/** Of a file, or of all files in a folder; undefined where there is none. */
async function sizeOf(at: string): Promise<number | undefined> {
  try {
    const found = await stat(at)
    if (!found.isDirectory()) return found.size
    let sum = 0
    for (const name of await readdir(at)) sum += (await sizeOf(path.join(at, name))) ?? 0
    return sum
  } catch (error) {
    return ifMissing(error)
  }
}

/** What is gone since it was listed has no size. */
function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
