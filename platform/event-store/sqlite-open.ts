/** Opens the log's SQLite file: creates the table, migrates, checks for damage. */
import { statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { databaseErrorReasonOf } from '../disk-errors.ts'
import { makePrivateFile } from '../private-files.ts'
import { refuseDamagedWal } from '../sqlite-wal.ts'
import { checksumOf } from './checksum.ts'
import { StoreDamaged, StoreUnavailable } from './event-store.ts'

const SCHEMA = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA cache_size = -32768;
  CREATE TABLE IF NOT EXISTS events (
    position INTEGER PRIMARY KEY AUTOINCREMENT,
    stream TEXT NOT NULL,
    revision INTEGER NOT NULL,
    id TEXT NOT NULL,
    type TEXT NOT NULL,
    at INTEGER NOT NULL,
    data TEXT NOT NULL,
    meta TEXT NOT NULL,
    checksum INTEGER,
    UNIQUE (stream, revision)
  ) STRICT;
  BEGIN IMMEDIATE; COMMIT;
`

/** Schema version since which every event has a checksum. */
const WITH_CHECKSUMS = 1
/** Number of events per transaction of the migration. */
const AT_ONCE = 20_000

/**
 * File size above which only the file's end is checked at the start, to save seconds.
 * Background workers verify the rest later.
 */
const LARGE_BYTES = 2 ** 26

/**
 * Opens or creates the log's file, which no other process may use.
 * Throws StoreUnavailable if the file is not a log, in use or damaged.
 * Calls `say` with a message after a migration.
 */
export function openLogDatabase(file: string, say: (sentence: string) => void): DatabaseSync {
  let database: DatabaseSync | undefined
  try {
    makePrivateFile(file)
    refuseDamagedWal(file)
    database = new DatabaseSync(file)
    database.exec(SCHEMA)
    addChecksums(database, say)
    return database
  } catch (error) {
    if (database?.isOpen) database.close()
    const reason = (error as Error).message
    const sentence = /locked/.test(reason)
      ? `The log ${file} is in use by another process.`
      : `The log ${file} can't be opened: ${databaseErrorReasonOf(error, file)}.`
    throw new StoreUnavailable(sentence, { cause: error })
  }
}

/**
 * Adds checksums to the events of an older log.
 * Continues an earlier run that was interrupted.
 */
function addChecksums(database: DatabaseSync, say: (sentence: string) => void): void {
  if (database.prepare('PRAGMA user_version').get()?.user_version === WITH_CHECKSUMS) return
  const columns = database.prepare('PRAGMA table_info(events)').all()
  if (!columns.some(({ name }) => name === 'checksum')) database.exec('ALTER TABLE events ADD COLUMN checksum INTEGER')
  database.function('checksum_of', (stream, revision, id, type, data, meta, at) =>
    checksumOf({ stream, revision, id, type, data, meta, at } as Parameters<typeof checksumOf>[0]),
  )
  const add = database.prepare(
    `UPDATE events SET checksum = checksum_of(stream, revision, id, type, data, meta, at)
     WHERE position > ? AND position <= ? AND checksum IS NULL`,
  )
  const head = Number(database.prepare('SELECT max(position) AS head FROM events').get()?.head ?? 0)
  let added = 0
  for (let from = 0; from < head; from += AT_ONCE) added += Number(add.run(from, from + AT_ONCE).changes)
  database.exec(`PRAGMA user_version = ${WITH_CHECKSUMS}`)
  if (added > 0) say(`The log's ${added} events from before checksums now have them.`)
}

/**
 * Throws StoreDamaged if the log's last event is missing.
 * In a small file, also throws it if any database page is damaged.
 */
export function checkLogDatabase(database: DatabaseSync, file: string): void {
  const isLarge = statSync(file).size > LARGE_BYTES
  const found = isLarge ? 'ok' : database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check
  if (found !== 'ok') throw new StoreDamaged(`The log is damaged: ${found}.`)
  const ends = database.prepare(
    `SELECT (SELECT max(position) FROM events) AS head, (SELECT seq FROM sqlite_sequence WHERE name = 'events') AS last`,
  )
  const { head, last } = ends.get() ?? {}
  if (head !== last)
    throw new StoreDamaged(`The log is damaged: it ends with event ${head ?? 0}, and ${last ?? 0} were written.`)
}
