/** Measures free disk space and the sizes of the data folder's parts. */
import { lstat, readdir, stat, statfs } from 'node:fs/promises'
import path from 'node:path'

export interface DiskSpace {
  /** Bytes that this process may still write. */
  free: number
  /** Size of the disk, in bytes. */
  total: number
}

/**
 * Returns the free and total bytes of the disk that contains a folder.
 * Returns undefined for a missing folder, because some processes store no data.
 */
export async function readDiskSpace(folder: string): Promise<DiskSpace | undefined> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch (error) {
    return ifMissing(error)
  }
}

/**
 * Free disk space in bytes that photos must leave for the log.
 * On small disks, `RESERVED_SHARE` of the disk is enough.
 */
const RESERVED_BYTES = 1024 ** 3
const RESERVED_SHARE = 0.05

/**
 * Returns whether enough disk is free to store more photos.
 * Anyone may send many photos, but the event log needs space.
 */
export const hasSpaceForPictures = ({ free, total }: DiskSpace): boolean =>
  free >= Math.min(RESERVED_BYTES, total * RESERVED_SHARE)

/**
 * Sizes in bytes by part of the data folder.
 * Parts in EventStoreDB or MongoDB are absent.
 */
export type DataFolderSizes = Partial<Record<keyof typeof DATA_FOLDER_PARTS, number>>

/**
 * Database files or folders of each part of the data folder.
 * The part `rows` includes `past.db`, the rows of past moments.
 */
const DATA_FOLDER_PARTS = {
  log: ['log.db'],
  vault: ['vault.db'],
  rows: ['views.db', 'past.db'],
  history: ['history.db'],
  blobs: ['blobs'],
} as const
const BESIDE = ['', '-wal', '-shm']
/**
 * Shortest interval between two measurements, in ms.
 * Summing a hundred thousand photos takes a second.
 */
const KEPT_MS = 60_000

async function sizesOf(dataDir: string): Promise<DataFolderSizes> {
  const entries = await Promise.all(
    Object.entries(DATA_FOLDER_PARTS).map(async ([part, names]) => {
      const files = names.flatMap((name) => BESIDE.map((beside) => path.join(dataDir, name + beside)))
      const found = (await Promise.all(files.map((file) => sizeOf(file)))).filter((size) => size !== undefined)
      return [part, found.length === 0 ? undefined : found.reduce((sum, size) => sum + size, 0)]
    }),
  )
  return Object.fromEntries(entries.filter(([, size]) => size !== undefined))
}

/**
 * Returns a function that measures the data folder's size at most once a minute.
 * After a failure, the next call measures again.
 */
export function createFolderSizeReader(dataDir: string): () => Promise<DataFolderSizes> {
  let last: Promise<DataFolderSizes> | undefined
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

/**
 * Returns the size of a file or folder, without following links in it.
 * Returns undefined if it is missing.
 */
async function sizeOf(at: string, look: typeof stat | typeof lstat = stat): Promise<number | undefined> {
  try {
    const found = await look(at)
    if (!found.isDirectory()) return found.size
    let sum = 0
    for (const name of await readdir(at)) sum += (await sizeOf(path.join(at, name), lstat)) ?? 0
    return sum
  } catch (error) {
    return ifMissing(error)
  }
}

/** Ignores files that were deleted after they were listed. */
function ifMissing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
}
