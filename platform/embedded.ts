/**
 * Opens the stores and the job queue of an embedded installation.
 * Each is embedded, or on a server if the server's URL is configured.
 */
import path from 'node:path'
import { isCopyable } from './backup/copy.ts'
import { type ServerSettings, vaultKeyFileOf } from './config.ts'
import type { EventStore } from './event-store/event-store.ts'
import { openSqliteEventStore } from './event-store/sqlite.ts'
import type { JobQueue } from './jobs/jobs.ts'
import type { Log } from './logging.ts'
import { createLogPositionMarks } from './read-store/log-marks.ts'
import type { ReadStore } from './read-store/read-store.ts'
import type { SqliteTablesOptions } from './read-store/sqlite-tables.ts'
import { openSqliteVault } from './vault/sqlite.ts'

type LayoutOf = SqliteTablesOptions['layoutOf']

/**
 * Opens event store, vault and read store, by default in the data folder.
 * If EVENTSTORE_URL is set, the event store is EventStoreDB.
 * If MONGODB_URL is set, vault and read store are in MongoDB.
 * `layoutOf` names the indexed fields of the rows.
 */
export async function openEmbeddedStores(settings: ServerSettings, log: Log, layoutOf: LayoutOf) {
  const { DATA_DIR, EVENTSTORE_URL, MONGODB_URL } = settings
  const keyFile = vaultKeyFileOf(settings)
  const inFolder = (file: string) => path.join(DATA_DIR, file)
  // Imports only the database clients that this installation uses.
  // Importing all clients would take a third of the start-up time.
  const store = EVENTSTORE_URL
    ? await (await import('./event-store/eventstoredb.ts')).openEventStoreDb(EVENTSTORE_URL, { folder: DATA_DIR })
    : openSqliteEventStore(inFolder('log.db'), (sentence) => log.warn(sentence))
  return {
    store,
    vault: MONGODB_URL
      ? await (await import('./vault/mongodb.ts')).openMongoVault(MONGODB_URL, keyFile)
      : openSqliteVault(inFolder('vault.db'), keyFile),
    reads: MONGODB_URL
      ? await (await import('./read-store/mongodb.ts')).openMongoReadStore(MONGODB_URL)
      : await openRows(inFolder('views.db'), store, layoutOf, log),
  }
}

/**
 * Opens the read store.
 * It is a file only if the event log is a file.
 * A read store in memory is rebuilt at each start.
 */
async function openRows(file: string, store: EventStore, layoutOf: LayoutOf, log: Log): Promise<ReadStore> {
  if (!isCopyable(store)) return (await import('./read-store/memory.ts')).openMemoryReadStore()
  const { openSqliteReadStore } = await import('./read-store/sqlite.ts')
  return openSqliteReadStore(file, { layoutOf, marks: createLogPositionMarks(store), log })
}

/** Opens the Redis rate limit counters, which need REDIS_URL and a common secret. */
export async function openSharedLimiters({ REDIS_URL, TOKEN_SECRET }: ServerSettings, log: Log) {
  if (!REDIS_URL || !TOKEN_SECRET) return undefined
  const { openRedisLimiters } = await import('./redis-limiters.ts')
  return openRedisLimiters(REDIS_URL, TOKEN_SECRET, log)
}

/**
 * Loads the job queue: on Redis if REDIS_URL is set, otherwise embedded.
 * Returns a function that opens it.
 */
export async function loadJobsOpener(
  { REDIS_URL }: ServerSettings,
  log: Log,
): Promise<() => JobQueue | Promise<JobQueue>> {
  if (!REDIS_URL) {
    const { openEmbeddedJobs } = await import('./jobs/pglite.ts')
    return () => openEmbeddedJobs(log)
  }
  const { openRedisJobs } = await import('./jobs/redis.ts')
  return () => openRedisJobs(REDIS_URL, log)
}
