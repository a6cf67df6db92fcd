/** Checks folders, log and database by real writes and requests. */
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { hasSpaceForPictures, readDiskSpace } from './disk.ts'
import { type EventStore, LOG_START, type Position, StoreUnavailable } from './event-store/event-store.ts'
import type { HealthCheck, HealthProblem } from './health-checks.ts'
import type { ReadStore } from './read-store/read-store.ts'

/**
 * Writes, syncs and deletes a small file.
 * Returns the error code of a failure.
 */
async function tryFolder(folder: string): Promise<string | undefined> {
  const file = path.join(folder, `.probe-${process.pid}`)
  try {
    const handle = await open(file, 'w', 0o600)
    try {
      await handle.write('can be written')
      await handle.sync()
    } finally {
      await handle.close()
    }
    await rm(file)
    return undefined
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown error'
  }
}

export const createFolderCheck =
  (folder: string): HealthCheck =>
  async () => {
    const why = await tryFolder(folder)
    if (!why) return []
    return [{ critical: true, reason: `The data folder is not writable (${why}): nothing new can be saved.` }]
  }

/** Checks that photos can be saved: folders are writable, with enough disk space. */
export const createPictureFoldersCheck =
  (folders: readonly string[], diskIn = readDiskSpace): HealthCheck =>
  async () => {
    const reasons = await Promise.all(folders.map((folder) => whyNoPictures(folder, diskIn)))
    const why = reasons.find((reason) => reason !== undefined)
    return why ? [{ reason: `No photos can be saved at the moment: ${why}.` }] : []
  }

async function whyNoPictures(folder: string, diskIn: typeof readDiskSpace): Promise<string | undefined> {
  const code = await tryFolder(folder)
  if (code) return `the folder ${folder} is not writable (${code})`
  const disk = await diskIn(folder)
  return disk && !hasSpaceForPictures(disk) ? `the disk of the folder ${folder} is almost full` : undefined
}

const CHECK_TIMEOUT_MS = 2_000
const LOG_SILENT = { critical: true, reason: 'The log does not answer: nothing can be saved at the moment.' } as const
const LOG_REFUSES_WRITES = { critical: true, reason: 'The log refused the last write.' } as const
/**
 * After the log refuses a write, the health check reports this for so many ms.
 * A later successful write ends the report earlier.
 */
const REFUSED_MS = 60_000

interface WatchedStore {
  store: EventStore
  look: HealthCheck
  /**
   * Returns the position of the log's last event as text.
   * If the log is unavailable, returns the last known position.
   */
  position(): Promise<string>
}

/** Watches whether a store answers and accepted the last append. */
export function watchStoreHealth(store: EventStore): WatchedStore {
  let refusedAt: number | undefined
  let known: Position = LOG_START
  const watched: EventStore = {
    ...store,
    async append(...given) {
      try {
        const appended = await store.append(...given)
        refusedAt = undefined
        return appended
      } catch (error) {
        // Only an unavailable store counts as unhealthy.
        // A log that refuses a conflicting append works correctly.
        if (error instanceof StoreUnavailable) refusedAt = performance.now()
        throw error
      }
    },
  }

  /** Returns whether the event store returned its newest position within the time limit. */
  async function answers(): Promise<boolean> {
    const head = await withinPatience(store.head())
    known = head ?? known
    return head !== undefined
  }

  return {
    store: watched,
    async look() {
      if (!(await answers())) return [LOG_SILENT]
      return refusedAt !== undefined && performance.now() - refusedAt < REFUSED_MS ? [LOG_REFUSES_WRITES] : []
    },
    async position() {
      await answers()
      return String(Math.max(0, known))
    },
  }
}

const NO_DATABASE = {
  critical: true,
  reason: 'MongoDB does not answer: boards cannot be read and nothing can be saved at the moment.',
} as const
const NO_FILE = {
  reason: 'The rows cannot be saved to the data folder: the next start has to read more of the log.',
} as const

/** Checks whether the database with the rows and the vault answers. */
export const createDatabaseCheck = (reads: Pick<ReadStore, 'ping'>): HealthCheck => createPingCheck(reads, NO_DATABASE)

/**
 * Checks that the file with the views' rows accepts writes.
 * While it does not, reads are still answered from memory.
 */
export const createRowsFileCheck = (reads: Pick<ReadStore, 'ping'>): HealthCheck => createPingCheck(reads, NO_FILE)

const createPingCheck =
  (reads: Pick<ReadStore, 'ping'>, trouble: HealthProblem): HealthCheck =>
  async () =>
    (await withinPatience(reads.ping().then(() => true))) ? [] : [trouble]

/** Returns the answer, or undefined after a failure or timeout. */
async function withinPatience<T>(answer: Promise<T>): Promise<T | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, CHECK_TIMEOUT_MS, undefined)
  return Promise.race([answer.catch(() => undefined), late]).finally(() => clearTimeout(timer))
}
