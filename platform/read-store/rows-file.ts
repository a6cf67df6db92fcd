/**
 * SQLite file with rows, checkpoints, and the last event that the rows contain.
 * It can be rebuilt from the log.
 */
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { isDatabaseDamagedError, openDerivedDatabase, runInTransaction } from '../log-file.ts'
import type { Filter, Query, Row } from './read-store.ts'
import { fieldExpressionOf, filterSqlOf, querySqlOf } from './sqlite-query.ts'

/**
 * A commit copies the write-ahead log to the file after 250 pages (1 MB).
 * This takes 10 ms; 16 MB stop the thread for 100 ms.
 */
const TABLES = `
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA cache_size = -16384;
  PRAGMA wal_autocheckpoint = 250;
  CREATE TABLE IF NOT EXISTS tables (name TEXT PRIMARY KEY, checkpoint INTEGER, sum INTEGER) STRICT;
  CREATE TABLE IF NOT EXISTS log (mark TEXT NOT NULL) STRICT;
  SELECT name, checkpoint, sum FROM tables LIMIT 0; SELECT mark FROM log LIMIT 0`

/** Version of the format of the file that stores the rows. */
const FORMAT = 1
/** Limit of cached prepared statements per table. */
const MOST_STATEMENTS = 100
/**
 * Number of rows that a count without an index reads at a time.
 * This takes some milliseconds.
 */
const COUNT_PIECE = 4_000
class RowsDamaged extends Error {
  constructor(what: string) {
    super(`${what} does not match its checksum`)
    this.name = 'RowsDamaged'
  }
}

/** Field with an index, or several fields with one common index. */
export type IndexedFields = string | readonly string[]

/** Rows and checkpoints of one commit. */
interface CommitContent {
  rows: ReadonlyMap<string, readonly Row[]>
  checkpoints: ReadonlyMap<string, number>
  /**
   * Last event in the rows: position, id and time.
   * It identifies the log.
   */
  mark: string | undefined
}

function columnsOf(row: unknown): readonly unknown[] {
  if (!Array.isArray(row)) throw new TypeError('This statement does not return arrays')
  return row
}
const countOf = (row: unknown) => Number(columnsOf(row)[0])

const sumOf = (name: string, checkpoint: number) => crc32(`${name} ${checkpoint}`)
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/**
 * Opens or creates the SQLite file of a read store's rows, for this process alone.
 * Recreates a file of another format.
 * If the file is damaged, throws an error that `isUnreadableFileError` recognises.
 */
export function openRowsFile(file: string, indexedOf: (table: string) => readonly IndexedFields[]) {
  const database = openDerivedDatabase(file, { format: FORMAT, tables: TABLES })
  const known = new Map<string, RowsFileTable>()
  const selectTables = database.prepare('SELECT name, checkpoint, sum FROM tables')
  const addTable = database.prepare('INSERT OR IGNORE INTO tables (name) VALUES (?)')
  const removeTable = database.prepare('DELETE FROM tables WHERE name = ?')
  const setCheckpoint = database.prepare(
    `INSERT INTO tables (name, checkpoint, sum) VALUES (?, ?, ?)
     ON CONFLICT (name) DO UPDATE SET checkpoint = excluded.checkpoint, sum = excluded.sum`,
  )
  const selectMark = database.prepare('SELECT mark FROM log')

  function make(name: string): RowsFileTable {
    database.exec(
      `CREATE TABLE IF NOT EXISTS ${quoted(name)}
         (id TEXT PRIMARY KEY, position INTEGER NOT NULL, row TEXT NOT NULL, sum INTEGER NOT NULL) STRICT`,
    )
    addTable.run(name)
    const isCurrent = () => known.get(name) === table
    const table: RowsFileTable = openDiskTable(database, name, { indexed: ['position', ...indexedOf(name)], isCurrent })
    known.set(name, table)
    return table
  }
  const isThere = (name: string) =>
    database.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined

  const tableOf = (name: string) => known.get(name) ?? (isThere(name) ? make(name) : undefined)

  return {
    checkpoints(): Map<string, number | undefined> {
      const found = selectTables.all() as { name: string; checkpoint: number | null; sum: number | null }[]
      for (const { name, checkpoint, sum } of found)
        if (checkpoint !== null && sum !== sumOf(name, checkpoint)) throw new RowsDamaged(`the checkpoint of ${name}`)
      return new Map(found.map(({ name, checkpoint }) => [name, checkpoint ?? undefined]))
    },
    /** Throws if any row, index or page of the file is damaged. */
    checkWhole(): void {
      for (const { name } of selectTables.all()) tableOf(name as string)?.checkRows()
      const found = database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check
      if (found !== 'ok') throw new RowsDamaged(`the file (${found})`)
    },
    mark: () => selectMark.get()?.mark as string | undefined,

    /** Returns a table, or undefined if it has no rows. */
    table: tableOf,

    /** Writes rows, checkpoints and the log's mark in one transaction. */
    write({ rows, checkpoints, mark }: CommitContent): void {
      try {
        runInTransaction(database, () => {
          for (const [name, some] of rows) (known.get(name) ?? make(name)).write(some)
          for (const [name, position] of checkpoints) setCheckpoint.run(name, position, sumOf(name, position))
          if (mark === undefined) return
          database.exec('DELETE FROM log')
          database.prepare('INSERT INTO log (mark) VALUES (?)').run(mark)
        })
      } catch (error) {
        // Forget tables created in the failed transaction.
        known.clear()
        throw error
      }
    },
    drop(name: string): void {
      known.delete(name)
      runInTransaction(database, () => {
        removeTable.run(name)
        database.exec(`DROP TABLE IF EXISTS ${quoted(name)}`)
      })
    },
    ping: () => void selectMark.get(),
    close: () => database.close(),
  }
}

/** Whether an error shows that the file is damaged. */
export const isUnreadableFileError = (error: unknown): error is Error =>
  error instanceof RowsDamaged || isDatabaseDamagedError(error) || isImpossible(error as Error)

/**
 * Whether the error shows a damaged file.
 * The store writes only valid JSON, with exact JavaScript numbers.
 */
const isImpossible = ({ message, code }: Error & { code?: string }) =>
  message === 'malformed JSON' || code === 'ERR_OUT_OF_RANGE'

export type RowsFile = ReturnType<typeof openRowsFile>
export type RowsFileTable = ReturnType<typeof openDiskTable>

interface DiskTableOptions {
  /** Fields to index. */
  indexed: readonly IndexedFields[]
  /** Whether the table was neither dropped nor opened anew. */
  isCurrent: () => boolean
}

function openDiskTable(database: DatabaseSync, name: string, { indexed, isCurrent }: DiskTableOptions) {
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
  const scans = new Map<string, boolean>()
  /** Returns whether the query reads all rows, because no index helps. */
  function isScan({ text, values }: ReturnType<typeof filterSqlOf>): boolean {
    const known = scans.get(text)
    if (known !== undefined) return known
    if (scans.size >= MOST_STATEMENTS) scans.clear()
    const plan = database.prepare(`EXPLAIN QUERY PLAN SELECT count(*) FROM ${from} WHERE ${text}`).all(...values)
    const details = plan.map(({ detail }) => String(detail))
    const isFull = details.some((detail) => detail.startsWith(`SCAN ${name}`) && !detail.includes('COVERING'))
    scans.set(text, isFull)
    return isFull
  }

  /**
   * Returns a row's JSON from its stored id, row and checksum.
   * Throws RowsDamaged if the checksum does not match.
   */
  function check(stored: unknown): string {
    const [id, text, sum] = columnsOf(stored)
    // A single flipped bit in the file can make SQLite return a number instead of text.
    if (typeof text !== 'string' || crc32(text) !== sum) throw new RowsDamaged(`the row ${id} of ${name}`)
    return text
  }
  const toRow = (stored: unknown): Row => JSON.parse(check(stored))

  /**
   * Creates the missing indexes.
   * Creating them after the rows are written takes a fifth of the time.
   * Other work runs between two indexes, because each can take long.
   */
  async function makeIndexes(): Promise<void> {
    if (hasIndexes) return
    for (const fields of indexed.map((some) => [some].flat())) {
      const columns = fields.map(fieldExpressionOf).join(', ')
      database.exec(`CREATE INDEX IF NOT EXISTS ${quoted(`${name}/${fields.join('+')}`)} ON ${from} (${columns})`)
      await nextTurn()
      if (!isCurrent()) return
    }
    hasIndexes = true
  }

  return {
    makeIndexes,
    /** Whether indexes were created or checked since the file was opened. */
    hasIndexes: () => hasIndexes,
    checkRows(): void {
      for (const stored of prepared(`SELECT id, row, sum FROM ${from}`).iterate()) check(stored)
    },
    get(id: string): Row | undefined {
      const stored = one.get(id)
      return stored && toRow(stored)
    },
    find(query: Query): Row[] {
      const { text, values } = querySqlOf(query)
      return prepared(`SELECT id, row, sum FROM ${from} ${text}`)
        .all(...values)
        .map(toRow)
    },
    /** Returns up to `size` rows after a rowid, or undefined at the end. */
    piece(after: number, size: number): { rows: Row[]; last: number } | undefined {
      const sql = `SELECT id, row, sum, rowid FROM ${from} WHERE rowid > ? ORDER BY rowid LIMIT ?`
      const found = prepared(sql).all(after, size)
      const last = found.at(-1)
      return last && { rows: found.map(toRow), last: Number(columnsOf(last)[3]) }
    },
    /**
     * Counts the matching rows.
     * Other work runs between the pieces of a long count.
     */
    async count(filter: Filter): Promise<number> {
      await makeIndexes()
      const sql = filterSqlOf(filter)
      const { text, values } = sql
      if (!isScan(sql)) return countOf(prepared(`SELECT count(*) FROM ${from} WHERE ${text}`).get(...values))
      const end = countOf(prepared(`SELECT max(rowid) FROM ${from}`).get())
      const piece = `SELECT count(*) FROM ${from} WHERE rowid > ? AND rowid <= ? AND ${text}`
      let count = 0
      for (let after = 0; after < end; after += COUNT_PIECE) {
        if (after > 0) await nextTurn()
        count += countOf(prepared(piece).get(after, after + COUNT_PIECE, ...values))
      }
      return count
    },
    /** Whether the table has more than `than` rows. */
    hasMore(than: number): boolean {
      return countOf(prepared(`SELECT count(*) FROM (SELECT 1 FROM ${from} LIMIT ?)`).get(than + 1)) > than
    },
    write(rows: readonly Row[]): void {
      for (const row of rows) {
        const text = JSON.stringify(row)
        put.run(row.id, row.position, text, crc32(text))
      }
    },
  }
}
