/** The SQLite file of the past: opened, or made anew where it is damaged or of another format. */
import { rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { makePrivateFile } from '../private-files.ts'

const SCHEMA = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  PRAGMA busy_timeout = 5000;
  PRAGMA cache_size = -32768;
  PRAGMA wal_autocheckpoint = 8000;
  CREATE TABLE IF NOT EXISTS tables (name TEXT PRIMARY KEY, fields TEXT NOT NULL, upto INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS log (before INTEGER NOT NULL, last INTEGER NOT NULL, id TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS erased (person TEXT PRIMARY KEY)`

/** Of how the tables look: a file of another is made anew. */
const FORMAT = 1

/** What can't be opened, or is of another format, is made anew. */
export function openPastDatabase(file: string): DatabaseSync {
  try {
    const found = prepared(file)
    if (found.prepare('PRAGMA user_version').get()?.user_version === FORMAT) return found
    found.close()
  } catch (error) {
    if (!isDamaged(error)) throw error
  }
  removePastFile(file)
  const made = prepared(file)
  made.exec(`PRAGMA user_version = ${FORMAT}`)
  return made
}

function prepared(file: string): DatabaseSync {
  makePrivateFile(file)
  const database = new DatabaseSync(file)
  try {
    database.exec(SCHEMA)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** SQLite's codes for a damaged file (https://sqlite.org/rescode.html): SQLITE_CORRUPT and SQLITE_NOTADB. */
const DAMAGED = [11, 26]
export const isDamaged = (error: unknown): boolean =>
  DAMAGED.includes(((error as { errcode?: number }).errcode ?? 0) & 0xff)

/** What is made of the log alone can be thrown away. */
export function removePastFile(file: string): void {
  for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true })
}
