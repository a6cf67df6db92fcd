/** Opens the vault's SQLite file, in which deleted data is overwritten, and its key file. */
import { DatabaseSync } from 'node:sqlite'
import { databaseReason } from '../disk-errors.ts'
import { makePrivateFile } from '../private-files.ts'
import { checkWal } from '../sqlite-wal.ts'
import { openKeyFile } from './key-file.ts'
import { isWrapped, wrapAnew } from './sqlite-wrapping.ts'
import type { Wrapping } from './wrapping.ts'

export const IN_MEMORY = ':memory:'

/** An erased person keeps a row without secrets, so that no new key is created. */
const SCHEMA = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA secure_delete = ON;
  PRAGMA busy_timeout = 5000;
  CREATE TABLE IF NOT EXISTS persons (
    id TEXT PRIMARY KEY, key BLOB, password_hash TEXT,
    session_version INTEGER NOT NULL DEFAULT 0, erased INTEGER NOT NULL DEFAULT 0
  ) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS installation_keys (name TEXT PRIMARY KEY, key BLOB NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS notes (name TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID;
`

/** Wraps all secrets with the key file's first key. */
export function wrapAll(db: DatabaseSync, keyFile: string): Wrapping {
  try {
    const wrapping = openKeyFile(keyFile, isWrapped(db))
    wrapAnew(db, wrapping, keyFile)
    return wrapping
  } catch (error) {
    db.close()
    throw error
  }
}

/** Opens or creates the file for this process alone. */
export function openDatabase(file: string): DatabaseSync {
  try {
    if (file !== IN_MEMORY) makePrivateFile(file)
    checkWal(file)
    const db = new DatabaseSync(file)
    db.exec(SCHEMA)
    return db
  } catch (error) {
    const reason = (error as Error).message
    const sentence = /locked/.test(reason)
      ? 'is in use by another process'
      : `can't be opened: ${databaseReason(error, file)}`
    throw new Error(`The vault ${file} ${sentence}.`, { cause: error })
  }
}
