/** The tables of the embedded rows as one file has them: with what it lacks of each, and how that is written. */
import { statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { KeptTable, type ReadOfLate } from './kept-table.ts'
import type { LogMarks } from './log-marks.ts'
import type { Filter } from './read-store.ts'
import { openRowsFile } from './rows-file.ts'

const MOST_READ_OF_LATE = 10_000
const FEW = 250_000
/** Rows of one commit, which holds up this thread for some milliseconds; and while a file is filled for the first time. */
const AT_ONCE = { usual: 500, first: 10_000 }
const SMALL_BYTES = 2 ** 24

export interface Layout {
  /** The rows that are always in memory, as equal fields; undefined where none are. */
  kept?: Filter | undefined
  /** Fields by which the others are found without looking at all. */
  indexed: readonly string[]
}

export interface Parts {
  layoutOf: (table: string) => Layout
  marks: LogMarks
  /** Tables of so few rows may be in memory whole. */
  few?: number
  /** A file of so many bytes is looked at whole when it is opened; in a larger one what is damaged is met when it is read. */
  smallBytes?: number
}

export function openTables(file: string, { layoutOf, marks, few = FEW, smallBytes = SMALL_BYTES }: Parts) {
  const disk = openRowsFile(file, (table) => layoutOf(table).indexed)
  const lately: ReadOfLate = new LRUCache({ max: MOST_READ_OF_LATE })
  const tables = new Map<string, KeptTable>()
  const checkpoints = checked()
  /** Of these the file has an older checkpoint. */
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

  /** Rows of these tables that the file lacks, as they are now, and then these checkpoints; whoever waits has a turn in between. */
  async function write(names: Iterable<string>, ofTables: ReadonlySet<string>, isMoreToCome = false): Promise<void> {
    const lacking = [...names].flatMap((name) => {
      const table = tables.get(name)
      return table ? [...table.unwritten().values()].map((row) => ({ name, table, row })) : []
    })
    const positions = new Map([...ofTables].map((name) => [name, checkpoints.get(name) as number]))
    if (lacking.length === 0 && positions.size === 0) return
    // After the rows were taken, so that it is as new as they are.
    const mark = await marks.now()
    const isFirst = isMoreToCome && lacking.some(({ name }) => !disk.table(name)?.hasIndexes())
    const atOnce = AT_ONCE[isFirst ? 'first' : 'usual']
    for (let from = 0; from === 0 || from < lacking.length; from += atOnce) {
      if (from > 0) await nextTurn()
      // A table that was dropped meanwhile has none to be written.
      const some = lacking.slice(from, from + atOnce).filter(({ name, table }) => tables.get(name) === table)
      const rows = Map.groupBy(some, ({ name }) => name)
      const isLast = from + atOnce >= lacking.length
      const reached = new Map([...positions].filter(([name]) => isLast && checkpoints.has(name)))
      const written = new Map([...rows].map(([name, entries]) => [name, entries.map(({ row }) => row)]))
      disk.write({ rows: written, checkpoints: reached, mark, isMoreToCome })
      for (const [name, all] of written) tables.get(name)?.written(all)
    }
    for (const [name, position] of positions) if (checkpoints.get(name) === position) moved.delete(name)
  }

  return {
    /** Whether the log still has what these rows were made of. */
    async areOfLog(): Promise<boolean> {
      const mark = disk.mark()
      return mark === undefined ? checkpoints.size === 0 : marks.holds(mark)
    },

    table(name: string): KeptTable {
      const known = tables.get(name)
      if (known) return known
      const { kept } = layoutOf(name)
      const writeOut = () => write([name], new Set())
      const table = new KeptTable({ name, kept, few, lately, writeOut, disk: () => disk.table(name) })
      tables.set(name, table)
      return table
    },

    names: () => [
      ...new Set([...checkpoints.keys(), ...[...tables].flatMap(([name, { isEmpty }]) => (isEmpty ? [] : name))]),
    ],
    checkpoint: (name: string) => checkpoints.get(name),

    /** Never back. */
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

export type Tables = ReturnType<typeof openTables>
