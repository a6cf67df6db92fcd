/**
 * The fresh Postgres that the embedded jobs start from, with the queue's tables, kept in a file by the build: loading it takes a seventh
 * of what making one takes. Run as a program it makes that file.
 */
import { mkdirSync, openAsBlob, renameSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { PgQueryResult } from 'bullmq'

const FILE = path.join(import.meta.dirname, '../../dist/queue-database.tar')

/** It all lies in memory, so the write-ahead log serves no one: it is kept as small as Postgres lets it be. */
const SETTINGS = [
  'shared_buffers=2MB',
  'wal_buffers=64kB',
  'max_wal_size=2MB',
  'min_wal_size=2MB',
  'full_page_writes=off',
  'fsync=off',
]
/** MB of a file of that log: at 16 MB, as they usually are, one would be larger than the database. */
const LOG_FILE_MB = 1

/** Further databases are made of these; nobody makes one, and they are two thirds of a fresh cluster. */
const TEMPLATES = ['template0', 'template1']

const create = (loadDataDir?: Blob) =>
  PGlite.create({ postgresqlconf: SETTINGS, initDbStartParams: [`--wal-segsize=${LOG_FILE_MB}`], loadDataDir })

/** An empty database in memory, from `file` where that is whole and of this Postgres, and otherwise made anew. */
export async function openDatabase(file: string = FILE): Promise<PGlite> {
  try {
    return await create(await openAsBlob(file))
  } catch {
    // Not built, cut off, or of another version: the next build makes it again.
    rmSync(file, { force: true })
    return create()
  }
}

/** A statement without parameters may be a script of many, as BullMQ's migrations are: then what the last of them answers. */
export async function ask(database: PGlite, sql: string, params?: readonly unknown[]): Promise<PgQueryResult> {
  const result = params ? await database.query(sql, [...params]) : (await database.exec(sql)).at(-1)
  return { rows: result?.rows ?? [], rowCount: result?.rowCount ?? 0 }
}

/** Makes the file, whole or not at all. */
async function prepare(): Promise<void> {
  const { runMigrations } = await import('bullmq')
  const database = await create()
  for (const name of TEMPLATES) {
    await database.query('UPDATE pg_database SET datistemplate = false WHERE datname = $1', [name])
    await database.exec(`DROP DATABASE ${name}`)
  }
  await runMigrations({ query: (sql, params) => ask(database, sql, params) })
  await database.exec('VACUUM FULL ANALYZE')
  await database.exec('CHECKPOINT')
  const cluster = await database.dumpDataDir('none')
  await database.close()
  mkdirSync(path.dirname(FILE), { recursive: true })
  await writeFile(`${FILE}-fresh`, cluster.stream(), { flush: true })
  renameSync(`${FILE}-fresh`, FILE)
}

if (import.meta.main) await prepare()
