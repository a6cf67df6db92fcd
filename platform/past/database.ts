/** The SQLite file of the past, which is made of the log alone. */
import type { DatabaseSync } from 'node:sqlite'
import { openLogFile } from '../log-file.ts'

const TABLES = `
  PRAGMA cache_size = -32768;
  PRAGMA wal_autocheckpoint = 8000;
  CREATE TABLE IF NOT EXISTS tables (name TEXT PRIMARY KEY, fields TEXT NOT NULL, upto INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS erased (person TEXT PRIMARY KEY)`

/** Of how the tables look. */
const FORMAT = 2

/** What can't be opened, or is of another format, is made anew. */
export const openPastDatabase = (file: string): DatabaseSync => openLogFile(file, { format: FORMAT, tables: TABLES })
