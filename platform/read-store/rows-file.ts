/** The SQLite file of the embedded rows: each table with its checkpoint, and the log that they were made of. Made of the log alone. */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { inOne, isDamaged, openLogFile } from '../log-file.ts'
import type { Filter, Query, Row } from './read-store.ts'
import { fieldExpression, filterSql, querySql } from './sqlite-query.ts'

const TABLES = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA cache_size = -16384;
  PRAGMA wal_autocheckpoint = 4000;
  CREATE TABLE IF NOT EXISTS tables (name TEXT PRIMARY KEY, checkpoint INTEGER, sum INTEGER) STRICT;
  CREATE TABLE IF NOT EXISTS log (mark TEXT NOT NULL) STRICT;
  SELECT name, checkpoint, sum FROM tables LIMIT 0; SELECT mark FROM log LIMIT 0`

/** Of how the tables look. */
const FORMAT = 1
/** Statements that are kept compiled, of each table. */
const MOST_STATEMENTS = 100
/** What is in the file is not as it was written. */
export class RowsDamaged extends Error {
  constructor(what: string) {
    super(`${what} is not as it was written`)
    this.name = 'RowsDamaged'
  }
}

/** What is written as one commit. */
export interface Written {
  rows: ReadonlyMap<string, readonly Row[]>
  checkpoints: ReadonlyMap<string, number>
  /** By which the log is known again that all of it was made of. */
  mark: string | undefined
  /** More is to come, as when a log is read for the first time: indexes that there are not yet are made once it has. */
  isMoreToCome: boolean
}

type Stored = [id: string, row: string, sum: number]

const sumOf = (name: string, checkpoint: number) => crc32(`${name} ${checkpoint}`)
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** Opens (or makes) it for this process alone; of another format it is made anew. Throws what `isUnreadable` when it is damaged. */
export function openRowsFile(file: string, indexedOf: (table: string) => readonly string[]) {
  const database = openLogFile(file, { format: FORMAT, tables: TABLES })
  const known = new Map<string, DiskTable>()
  const selectTables = database.prepare('SELECT name, checkpoint, sum FROM tables')
  const addTable = database.prepare('INSERT OR IGNORE INTO tables (name) VALUES (?)')
  const removeTable = database.prepare('DELETE FROM tables WHERE name = ?')
  const setCheckpoint = database.prepare(
    `INSERT INTO tables (name, checkpoint, sum) VALUES (?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET checkpoint = excluded.checkpoint, sum = excluded.sum`,
  )
  const selectMark = database.prepare('SELECT mark FROM log')

  function make(name: string): DiskTable {
    database.exec(
      `CREATE TABLE IF NOT EXISTS ${quoted(name)}
         (id TEXT PRIMARY KEY, position INTEGER NOT NULL, row TEXT NOT NULL, sum INTEGER NOT NULL) STRICT`,
    )
    addTable.run(name)
    const table = openDiskTable(database, name, ['position', ...indexedOf(name)])
    known.set(name, table)
    return table
  }
  const isThere = (name: string) =>
    database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined

  const tableOf = (name: string) => known.get(name) ?? (isThere(name) ? make(name) : undefined)

  return {
    /** Of each table; undefined of one that has none yet. */
    checkpoints(): Map<string, number | undefined> {
      const found = selectTables.all() as { name: string; checkpoint: number | null; sum: number | null }[]
      for (const { name, checkpoint, sum } of found)
        if (checkpoint !== null && sum !== sumOf(name, checkpoint)) throw new RowsDamaged(`the checkpoint of ${name}`)
      return new Map(found.map(({ name, checkpoint }) => [name, checkpoint ?? undefined]))
    },
    /** Throws unless all of it is as it was written, indexes too. */
    checkWhole(): void {
      for (const { name } of selectTables.all()) tableOf(name as string)?.checkRows()
      const found = database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check
      if (found !== 'ok') throw new RowsDamaged(`the file (${found})`)
    },
    mark: () => selectMark.get()?.mark as string | undefined,

    /** Undefined of a table that has no rows. */
    table: tableOf,

    /** All of it, or nothing. */
    write({ rows, checkpoints, mark, isMoreToCome }: Written): void {
      try {
        inOne(database, () => {
          for (const [name, some] of rows) (known.get(name) ?? make(name)).write(some)
          if (!isMoreToCome) for (const name of rows.keys()) known.get(name)?.makeIndexes()
          for (const [name, position] of checkpoints) setCheckpoint.run(name, position, sumOf(name, position))
          if (mark === undefined) return
          database.exec('DELETE FROM log')
          database.prepare('INSERT INTO log (mark) VALUES (?)').run(mark)
        })
      } catch (error) {
        // A table that was made in there is not.
        known.clear()
        throw error
      }
    },
    drop(name: string): void {
      known.delete(name)
      inOne(database, () => {
        removeTable.run(name)
        database.exec(`DROP TABLE IF EXISTS ${quoted(name)}`)
      })
    },
    ping: () => void selectMark.get(),
    close: () => database.close(),
  }
}

/** Whether the error says that the file is damaged. */
export const isUnreadable = (error: unknown): error is Error =>
  error instanceof RowsDamaged || isDamaged(error) || isImpossible(error as Error)

/** No row holds a number that JavaScript has not, and each is JSON. */
const isImpossible = ({ message, code }: Error & { code?: string }) =>
  message === 'malformed JSON' || code === 'ERR_OUT_OF_RANGE'

export type RowsFile = ReturnType<typeof openRowsFile>
export type DiskTable = ReturnType<typeof openDiskTable>

function openDiskTable(database: DatabaseSync, name: string, indexed: readonly string[]) {
  const from = quoted(name)
  let hasIndexes = false
  const statements = new Map<string, StatementSync>()
  const put = database.prepare(
    `INSERT INTO ${from} (id, position, row, sum) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET position = excluded.position, row = excluded.row, sum = excluded.sum
     WHERE excluded.position > position`,
  )
  const one = database.prepare(`SELECT id, row, sum FROM ${from} WHERE id = ?`)
  one.setReturnArrays(true)

  function prepared(sql: string): StatementSync {
    let statement = statements.get(sql)
    if (!statement) {
      if (statements.size >= MOST_STATEMENTS) statements.clear()
      statement = database.prepare(sql)
      statement.setReturnArrays(true)
      statements.set(sql, statement)
    }
    return statement
  }
  function check([id, text, sum]: Stored): string {
    // One bit more or less, and SQLite takes a text for a number.
    if (typeof text !== 'string' || crc32(text) !== sum) throw new RowsDamaged(`the row ${id} of ${name}`)
    return text
  }
  const toRow = <R extends Row>(stored: Stored): R => JSON.parse(check(stored))

  /** Of rows that are there it takes a fifth of what it takes with each of them. */
  function makeIndexes(): void {
    if (hasIndexes) return
    for (const field of indexed)
      database.exec(`CREATE INDEX IF NOT EXISTS ${quoted(`${name}/${field}`)} ON ${from} (${fieldExpression(field)})`)
    hasIndexes = true
  }

  return {
    makeIndexes,
    /** Whether they were made, or looked for, since the file was opened. */
    hasIndexes: () => hasIndexes,
    checkRows(): void {
      for (const stored of prepared(`SELECT id, row, sum FROM ${from}`).iterate()) check(stored as unknown as Stored)
    },
    get(id: string): Row | undefined {
      const stored = one.get(id) as Stored | undefined
      return stored && toRow(stored)
    },
    find(query: Query): Row[] {
      makeIndexes()
      const { text, values } = querySql(query)
      const found = prepared(`SELECT id, row, sum FROM ${from} ${text}`).all(...values) as unknown as Stored[]
      return found.map(toRow)
    },
    /** So many rows that come after a place in the file, and the place of the last of them; undefined where none do. */
    piece(after: number, size: number): { rows: Row[]; last: number } | undefined {
      const sql = `SELECT id, row, sum, rowid FROM ${from} WHERE rowid > ? ORDER BY rowid LIMIT ?`
      const found = prepared(sql).all(after, size) as unknown as [...Stored, place: number][]
      const last = found.at(-1)?.[3]
      return last === undefined ? undefined : { rows: found.map(([id, text, sum]) => toRow([id, text, sum])), last }
    },
    count(filter: Filter): number {
      makeIndexes()
      const { text, values } = filterSql(filter)
      const [count] = prepared(`SELECT count(*) FROM ${from} WHERE ${text}`).get(...values) as unknown as [number]
      return count
    },
    /** Whether there are more than so many. */
    hasMore(than: number): boolean {
      const [count] = prepared(`SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ?)`).get(than + 1) as unknown as [
        number,
      ]
      return count > than
    },
    write(rows: readonly Row[]): void {
      for (const row of rows) {
        const text = JSON.stringify(row)
        put.run(row.id, row.position, text, crc32(text))
      }
    },
  }
}
