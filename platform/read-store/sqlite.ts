/**
 * Embedded read store: rows in a SQLite file, and screens' rows in memory.
 * The file is written after a delay.
 * After a crash the missing part is rebuilt from the log.
 * See ADR 0030.
 */
import type { TableName } from '#contract/tables.ts'
import { LOG_START, toPosition } from '#platform/event-store/event-store.ts'
import type { Log } from '#platform/logging.ts'
import { removeDerivedDatabase } from '../log-file.ts'
import { createCheckpointWaiters } from './checkpoint-waiters.ts'
import type { ReadStore, Row, TableMark } from './read-store.ts'
import { isUnreadableFileError } from './rows-file.ts'
import { openSqliteTables, type SqliteTablesOptions, type Tables } from './sqlite-tables.ts'

/**
 * Delay of writes in ms.
 * Several changes of a row meanwhile cause one write.
 */
const WRITE_DELAY_MS = 2_000
/**
 * Maximum number of rows that wait to be written to the file.
 * Above it, setting a checkpoint waits for the write.
 */
const UNWRITTEN_LIMIT = 10_000

const REBUILDING_MESSAGE = 'rebuilding the rows from the log'

interface Options extends SqliteTablesOptions {
  log: Pick<Log, 'error' | 'warn'>
  /** Delay in ms before changed rows are written to the file. */
  laterMs?: number
}

/** Whether a statement failed with SQLITE_ERROR: the file's tables have another layout. */
const looksOtherwise = (error: unknown) => (error as { errcode?: number }).errcode === 1

/**
 * Opens or creates the read store's SQLite file, for this process alone.
 * Recreates the file if it belongs to another log, or whenever it is damaged.
 * A recreated file is empty and read-only until `acknowledgeEmptied` is called.
 */
export async function openSqliteReadStore(
  file: string,
  { log, laterMs = WRITE_DELAY_MS, ...parts }: Options,
): Promise<ReadStore> {
  const waiting = createCheckpointWaiters<TableMark>()
  let timer: NodeJS.Timeout | undefined
  let failed: unknown
  /** True while the rows were discarded and `acknowledgeEmptied` has not been called. */
  let isAnew = false
  const emptied: (() => void)[] = []
  let tables = openOrRecreate()
  if (!(await safely((known) => known.areOfLog()))) recreateFile('they belong to another log or an older state of it')

  function openOrRecreate(): Tables {
    try {
      return openSqliteTables(file, parts)
    } catch (error) {
      if (!isUnreadableFileError(error) && !looksOtherwise(error)) throw error
      log.warn({ file, why: (error as Error).message }, REBUILDING_MESSAGE)
      removeDerivedDatabase(file)
      return openSqliteTables(file, parts)
    }
  }

  function recreateFile(why: string): void {
    log.warn({ file, why }, REBUILDING_MESSAGE)
    tables.close()
    removeDerivedDatabase(file)
    tables = openSqliteTables(file, parts)
    isAnew = true
    for (const tell of emptied) tell()
  }

  /**
   * Runs `work` on the tables of the database.
   * If the file is unreadable, replaces it by an empty file, then throws the error.
   */
  async function safely<T>(work: (known: Tables) => T | Promise<T>): Promise<T> {
    const known = tables
    try {
      return await work(known)
    } catch (error) {
      if (known === tables && isUnreadableFileError(error)) recreateFile(error.message)
      throw error
    }
  }

  /**
   * Throws if damaged rows were discarded and no one has acknowledged this yet.
   * Otherwise a view would continue in the emptied table, instead of rebuilding it from the log.
   */
  function refuseUnacknowledged(): void {
    if (isAnew) throw new Error('The rows were damaged. Rebuilding them from the log.')
  }

  const reachedBy = (table: string) => ({ position: toPosition(tables.checkpoint(table) ?? LOG_START) })

  let writing: Promise<unknown> = Promise.resolve()

  /**
   * Writes all pending changes after earlier writes have ended.
   * The file is therefore never closed during a write.
   */
  async function writeAll(isMoreToCome = false): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const written = writing.then(() => safely((known) => known.writeAll(isMoreToCome)))
    // A failed write is reported to the caller that waits for it.
    writing = written.catch(() => undefined)
    await written
    failed = undefined
  }

  /**
   * Schedules a write of the changed rows, with retries.
   * `ping` reports a failure until a write has succeeded.
   */
  function writeLater(): void {
    timer ??= setTimeout(() => {
      writeAll().catch((error) => {
        failed = error
        log.error({ err: error }, 'the rows could not be written; trying again')
        writeLater()
      })
    }, laterMs).unref()
  }

  return {
    durable: true,
    get: async <R extends Row>(table: TableName, ids: readonly string[]) =>
      safely((known) => ids.map((id) => known.table(table).get(id) as R | undefined)),
    find: async <R extends Row>(table: TableName, query = {}) =>
      safely((known) => known.table(table).find(query) as Promise<R[]>),
    count: async (table, filter) => safely((known) => known.table(table).count(filter)),
    async replace(table, rows) {
      refuseUnacknowledged()
      if (rows.length === 0) return
      await safely((known) => {
        for (const row of rows) known.table(table).replace(row)
      })
      writeLater()
    },
    checkpoint: async (table) => tables.checkpoint(table),
    async setCheckpoints(positions) {
      refuseUnacknowledged()
      for (const [table, position] of positions) tables.setCheckpoint(table, position)
      waiting.tell(new Map([...positions.keys()].map((table) => [table, reachedBy(table)])))
      if (tables.unwritten() > UNWRITTEN_LIMIT) await writeAll(true)
      else if (positions.size > 0) writeLater()
    },
    reached: async (table, position, withinMs) =>
      reachedBy(table).position >= position ? reachedBy(table) : waiting.wait(table, position, withinMs),
    tables: async () => tables.names() as TableName[],
    async drop(table) {
      await safely((known) => known.drop(table))
    },
    onEmptied: (listener) => void emptied.push(listener),
    acknowledgeEmptied() {
      isAnew = false
    },
    async ping() {
      if (failed) throw failed
      tables.ping()
    },
    async close() {
      try {
        await writeAll()
      } finally {
        tables.close()
      }
    },
  }
}
