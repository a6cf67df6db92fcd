/** Opens the SQLite file of the past, which is built from the log. */
import type { DatabaseSync } from 'node:sqlite'
import { openLogFile } from '../log-file.ts'

const TABLES = `
  PRAGMA cache_size = -32768;
  PRAGMA wal_autocheckpoint = 8000;
  CREATE TABLE IF NOT EXISTS tables (name TEXT PRIMARY KEY, fields TEXT NOT NULL, upto INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS erased (person TEXT PRIMARY KEY)`

/** Version of the tables. */
const FORMAT = 2

/**
 * Opens the file.
 * Recreates one that can't be opened or has another format.
 */
export const openPastDatabase = (file: string): DatabaseSync => openLogFile(file, { format: FORMAT, tables: TABLES })
