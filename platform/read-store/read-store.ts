/** The read store port: the tables that views keep and screens read. Everything in it can be rebuilt from the log. */
import type { TableName } from '#contract/tables.ts'
import type { LogMark } from '#platform/event-store/log-mark.ts'

/** A row of a view. `position` is the log position that it is true at. Plain JSON otherwise. */
export interface Row {
  id: string
  position: number
}

/** A comparison in a filter. Arrays and dates are not needed; text, numbers, booleans and null are. */
export type Comparison =
  | { $in: readonly unknown[] }
  | { $ne: unknown }
  | { $gt: unknown }
  | { $gte: unknown }
  | { $lt: unknown }
  | { $lte: unknown }

/** Which rows: field (dotted paths allowed) to a value or a comparison; all must hold. `$or` takes alternatives. */
export type Filter = { [field: string]: unknown | Comparison } & { $or?: Filter[] }

export interface Query {
  filter?: Filter
  /** Fields in order of weight: 1 ascending, -1 descending. Ties are broken by id, ascending. */
  sort?: Record<string, 1 | -1>
  /** Takes them as they lie, in no order: for whoever sums years of rows up, sorting would be half the work. */
  unsorted?: true
  skip?: number
  limit?: number
}

/**
 * Tables of rows by name. Names look like `reports@2` (view and version). The rules are numbered; the conformance suite
 * quotes them.
 *
 * - RS1 `replace` stores whole rows by id: what was there before of the row is gone.
 * - RS2 A row is never replaced by one with a lower or equal position: a late writer changes nothing.
 * - RS3 `find` gives the rows that match the filter, in the order asked, after skip, at most limit; ties by id. `unsorted` gives
 *       all that match, in no order.
 * - RS4 Filters: equality (null matches missing too), $in, $ne, $gt, $gte, $lt, $lte, $or, dotted paths.
 * - RS5 `get` gives rows in the order of the ids asked, undefined where there is none.
 * - RS6 Rows given out are never changed by the store afterwards, and rows handed in or given out must not be changed by
 *       the caller: they may be shared, since copying a million rows costs more than folding them.
 * - RS7 A checkpoint is what was last set for the table; undefined before. It never goes back. Those of several tables
 *       are set in one exchange with the store.
 * - RS8 `drop` removes the table's rows and its checkpoint; other tables stay.
 * - RS9 `tables` names each table that holds rows or a checkpoint.
 * - RS10 `count` is the number of rows that match.
 * - RS11 Text with any Unicode, nested objects, arrays, null and safe integers come back deeply equal.
 * - RS12 `durable` says whether rows outlive the process: where it is true, the next instance on the same place sees all that
 *        there was when the one before was closed. After a death it may lack the newest rows, and then the checkpoints that
 *        follow on them too.
 * - RS13 `reached` gives the table's checkpoint as soon as that is at or after the position, whoever set it, and undefined
 *        when that did not come about in time; of a table without checkpoint it waits for the first.
 * - RS14 Who asked `onEmptied` is told, before anybody can read of it, that all rows and checkpoints are gone: the place
 *        where they lay was damaged. From then on `replace` and `setCheckpoints` throw, until whoever fills the tables again
 *        calls `acknowledgeEmptied`. A read never ends that. Of a backing that never throws anything away both are absent.
 * - RS15 `setCheckpoints` throws TableMissing for a table whose checkpoint this store has seen and that another process has
 *        dropped since: a late writer does not bring it back.
 * - RS16 `leases` is where processes that share the store say what they read; absent where one process has it alone.
 * - RS17 `serverTime` is the clock of the server that has the rows; absent where that is this process.
 * - RS18 `marks` gives the mark of the table's checkpoint, and those of the rows that are ahead of it: by them the log is known
 *        again that the table was made of. Absent where the backing compares its rows with the log itself, or forgets them.
 * - RS19 `generation` gives the tables that serve. Its `next` gives others, none of which is there at first; they are the same
 *        for every process, and once they `serve` the store answers out of them, in every process. `dropEarlier` removes those
 *        that served before. Absent where one process has the store alone.
 */
export interface ReadStore extends Tables {
  readonly durable: boolean
  generation?(): Promise<Generation>
  onEmptied?(listener: () => void): void
  /** Takes rows and checkpoints again. To be called before the checkpoints are read that the tables are filled from. */
  acknowledgeEmptied?(): void
  readonly leases?: Leases
  serverTime?(): Promise<Date>
  /** Throws when the store can't be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** The event that rows or a checkpoint follow on; no more than its position of what an earlier version wrote. */
export type TableMark = Pick<LogMark, 'position'> & Partial<LogMark>

/** Tables that are made of one log. */
export interface Tables {
  get<R extends Row>(table: TableName, ids: readonly string[]): Promise<(Readonly<R> | undefined)[]>
  find<R extends Row>(table: TableName, query?: Query): Promise<Readonly<R>[]>
  count(table: TableName, filter?: Filter): Promise<number>
  /** `mark`: the last event that they follow on. */
  replace(table: TableName, rows: readonly Row[], mark?: LogMark): Promise<void>
  checkpoint(table: TableName): Promise<number | undefined>
  /** `mark`: the event at that position. */
  setCheckpoints(checkpoints: ReadonlyMap<TableName, number>, mark?: LogMark): Promise<void>
  reached(table: TableName, position: number, withinMs: number): Promise<TableMark | undefined>
  marks?(table: TableName): Promise<TableMark[]>
  tables(): Promise<TableName[]>
  drop(table: TableName): Promise<void>
}

/** Tables of a store that several processes share. Another log than theirs gets tables of its own. */
export interface Generation extends Tables {
  /** Counts the logs that the store has had. */
  readonly number: number
  marks(table: TableName): Promise<TableMark[]>
  next(): Generation
  serve(): Promise<void>
  dropEarlier(): Promise<void>
}

/** Passes everything on to the tables that `current` gives at the time. */
export const tablesOf = (current: () => Tables): Tables => ({
  get: (...asked) => current().get(...asked),
  find: (...asked) => current().find(...asked),
  count: (...asked) => current().count(...asked),
  replace: (...asked) => current().replace(...asked),
  checkpoint: (...asked) => current().checkpoint(...asked),
  setCheckpoints: (...asked) => current().setCheckpoints(...asked),
  reached: (...asked) => current().reached(...asked),
  tables: () => current().tables(),
  drop: (...asked) => current().drop(...asked),
})

/** What one process says that it reads. */
export interface Lease {
  id: string
  /** Another text with each renewal. Nobody compares clocks. */
  beat: string
  versions: Readonly<Record<string, number>>
}

/** Where the leases of a shared store are. */
export interface Leases {
  all(): Promise<Lease[]>
  renew(lease: Lease): Promise<void>
  end(id: string): Promise<void>
}

/** The rows of a view do not tell yet what is in the log: nothing can be decided on them for the moment. */
export class RowsBehind extends Error {
  constructor(view: string) {
    super(`the rows of ${view} are behind the log`)
    this.name = 'RowsBehind'
  }
}

/** The table of a view is not there: it was not built yet, or a newer version of the program has removed it. */
export class TableMissing extends RowsBehind {
  constructor(table: TableName) {
    super(table)
    this.name = 'TableMissing'
    this.message = `the table ${table} is missing: it was not built yet, or a newer version has removed it`
  }
}
