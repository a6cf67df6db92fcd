/** Tables of the SQLite read store: the rows in the file, and changes that are not yet written. */
import { statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { CachedTable, type RowCache } from './cached-table.ts'
import type { LogMarks } from './log-marks.ts'
import type { Filter } from './read-store.ts'
import { type IndexedFields, openRowsFile } from './rows-file.ts'

const ROW_CACHE_LIMIT = 10_000
const FULL_LOAD_LIMIT = 250_000
/**
 * Number of rows per commit, small because a commit blocks the thread for milliseconds.
 * The first build of a table uses larger commits.
 */
const ROWS_PER_COMMIT = { usual: 500, first: 10_000 }
const SMALL_BYTES = 2 ** 24

interface Layout {
  /** Filter for rows that always stay in memory. */
  kept?: Filter | undefined
  /** Indexed fields of the rows in the file. */
  indexed: readonly IndexedFields[]
}

export interface SqliteTablesOptions {
  layoutOf: (table: string) => Layout
  marks: LogMarks
  /** Largest row count of tables that are loaded into memory. */
  few?: number
  /**
   * Size in bytes up to which a file is completely checked when it is opened.
   * In larger files, damage is found when reading.
   */
  smallBytes?: number
}

export function openSqliteTables(
  file: string,
  { layoutOf, marks, few = FULL_LOAD_LIMIT, smallBytes = SMALL_BYTES }: SqliteTablesOptions,
) {
  const disk = openRowsFile(file, (table) => layoutOf(table).indexed)
  const lately: RowCache = new LRUCache({ max: ROW_CACHE_LIMIT })
  const tables = new Map<string, CachedTable>()
  const checkpoints = checked()
  /** Tables whose checkpoint advanced since the last write to the file. */
  const moved = new Set<string>()

  function checked() {
    try {
      if (statSync(file).size <= smallBytes) disk.checkWhole()
      return disk.checkpoints()
    } catch (error) {
      disk.close()
      throw error
    }
  }

  /**
   * Writes the rows that are not yet in the file, then the tables' checkpoints.
   * Between two commits, the process can do other work.
   */
  async function write(names: Iterable<string>, ofTables: ReadonlySet<string>, isMoreToCome = false): Promise<void> {
    const lacking = [...names].flatMap((name) => {
      const table = tables.get(name)
      return table ? [...table.unwritten().values()].map((row) => ({ name, table, row })) : []
    })
    const positions = new Map([...ofTables].map((name) => [name, checkpoints.get(name) as number]))
    if (lacking.length === 0 && positions.size === 0) return
    // Reads the log's newest event after the rows, so that no row is newer than the event.
    const mark = await marks.now()
    const isFirst = isMoreToCome && lacking.some(({ name }) => !disk.table(name)?.hasIndexes())
    const atOnce = ROWS_PER_COMMIT[isFirst ? 'first' : 'usual']
    for (let from = 0; from === 0 || from < lacking.length; from += atOnce) {
      if (from > 0) await nextTurn()
      // Skips rows of a table that was dropped while earlier rows were written.
      const some = lacking.slice(from, from + atOnce).filter(({ name, table }) => tables.get(name) === table)
      const rows = Map.groupBy(some, ({ name }) => name)
      const isLast = from + atOnce >= lacking.length
      const reached = new Map([...positions].filter(([name]) => isLast && checkpoints.has(name)))
      const written = new Map([...rows].map(([name, entries]) => [name, entries.map(({ row }) => row)]))
      disk.write({ rows: written, checkpoints: reached, mark })
      for (const [name, all] of written) tables.get(name)?.written(all)
    }
    for (const [name, position] of positions) if (checkpoints.get(name) === position) moved.delete(name)
    if (isMoreToCome) return
    for (const name of new Set(lacking.map((one) => one.name))) await disk.table(name)?.makeIndexes()
  }

  return {
    /** Returns whether the log still has the last event that the stored rows include. */
    async areOfLog(): Promise<boolean> {
      const mark = disk.mark()
      return mark === undefined ? checkpoints.size === 0 : marks.holds(mark)
    },

    table(name: string): CachedTable {
      const known = tables.get(name)
      if (known) return known
      const { kept } = layoutOf(name)
      const writeOut = () => write([name], new Set())
      const table = new CachedTable({ name, kept, few, lately, writeOut, disk: () => disk.table(name) })
      tables.set(name, table)
      return table
    },

    names: () => [
      ...new Set([...checkpoints.keys(), ...[...tables].flatMap(([name, { isEmpty }]) => (isEmpty ? [] : name))]),
    ],
    checkpoint: (name: string) => checkpoints.get(name),

    /** Sets a table's checkpoint, but never to an earlier position. */
    setCheckpoint(name: string, position: number): void {
      checkpoints.set(name, Math.max(position, checkpoints.get(name) ?? position))
      moved.add(name)
    },

    unwritten: () => [...tables.values()].reduce((sum, table) => sum + table.unwritten().size, 0),
    writeAll: (isMoreToCome: boolean) => write([...tables.keys()], new Set(moved), isMoreToCome),

    drop(name: string): void {
      tables.delete(name)
      checkpoints.delete(name)
      moved.delete(name)
      for (const key of [...lately.keys()]) if (key.startsWith(`${name}/`)) lately.delete(key)
      disk.drop(name)
    },
    ping: disk.ping,
    close: disk.close,
  }
}

export type Tables = ReturnType<typeof openSqliteTables>
