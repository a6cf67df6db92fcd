/**
 * Prebuilt Postgres cluster with the queue's tables, for embedded jobs.
 * Loading takes a seventh of the time of creating one.
 * Run as a program, this module creates the file.
 */
import { mkdirSync, openAsBlob, renameSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { PgQueryResult } from 'bullmq'

const FILE = path.join(import.meta.dirname, '../../dist/queue-database.tar')

/** Settings for a minimal write-ahead log, which in-memory databases do not need. */
const SETTINGS = [
  'shared_buffers=2MB',
  'wal_buffers=64kB',
  'max_wal_size=2MB',
  'min_wal_size=2MB',
  'full_page_writes=off',
  'fsync=off',
]
/**
 * Size of a write-ahead log file, in MB.
 * The default, 16 MB, exceeds the whole database.
 */
const LOG_FILE_MB = 1

/**
 * Template databases.
 * Only creating a database needs them; they fill two thirds of a cluster.
 */
const TEMPLATES = ['template0', 'template1']

const create = (loadDataDir?: Blob) =>
  PGlite.create({ postgresqlconf: SETTINGS, initDbStartParams: [`--wal-segsize=${LOG_FILE_MB}`], loadDataDir })

/**
 * Opens a database in memory from a prepared file.
 * Opens an empty database if the file is missing or damaged.
 */
export async function openPgliteDatabase(file: string = FILE): Promise<PGlite> {
  try {
    return await create(await openAsBlob(file))
  } catch {
    // Removes a truncated or outdated file; the next build recreates it.
    rmSync(file, { force: true })
    return create()
  }
}

/**
 * Runs a statement.
 * Without parameters, `sql` may be a script, such as BullMQ's migrations.
 * A script returns its last result.
 */
export async function runSql(database: PGlite, sql: string, params?: readonly unknown[]): Promise<PgQueryResult> {
  const result = params ? await database.query(sql, [...params]) : (await database.exec(sql)).at(-1)
  return { rows: result?.rows ?? [], rowCount: result?.rowCount ?? 0 }
}

/**
 * Creates the prebuilt database file, with the queue's tables.
 * Writes a temporary file and renames it, so that no one reads an incomplete file.
 */
async function prepare(): Promise<void> {
  const { runMigrations } = await import('bullmq')
  const database = await create()
  for (const name of TEMPLATES) {
    await database.query('UPDATE pg_database SET datistemplate = false WHERE datname = $1', [name])
    await database.exec(`DROP DATABASE ${name}`)
  }
  await runMigrations({ query: (sql, params) => runSql(database, sql, params) })
  await database.exec('VACUUM FULL ANALYZE')
  await database.exec('CHECKPOINT')
  const cluster = await database.dumpDataDir('none')
  await database.close()
  mkdirSync(path.dirname(FILE), { recursive: true })
  await writeFile(`${FILE}-fresh`, cluster.stream(), { flush: true })
  renameSync(`${FILE}-fresh`, FILE)
}

if (import.meta.main) await prepare()
