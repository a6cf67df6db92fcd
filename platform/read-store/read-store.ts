/**
 * Read store port: the tables that views fill and screens read.
 * All of it can be rebuilt from the log.
 */
import type { TableName } from '#contract/tables.ts'
import type { LogMark } from '#platform/event-store/log-mark.ts'

/**
 * Row of a view, as plain JSON.
 * `position` is the log position up to which the row includes all events.
 */
export interface Row {
  id: string
  position: number
}

/** Condition on a field in a filter; compares text, numbers, booleans and null. */
type Comparison =
  | { $in: readonly unknown[] }
  | { $ne: unknown }
  | { $gt: unknown }
  | { $gte: unknown }
  | { $lt: unknown }
  | { $lte: unknown }

/**
 * Filter: fields (dotted paths allowed) with a value or a comparison.
 * A row must meet all of them.
 * `$or` lists alternatives.
 */
export type Filter = { [field: string]: unknown | Comparison } & { $or?: Filter[] }

export interface Query {
  filter?: Filter
  /**
   * Fields to sort by, the most important first: 1 is ascending, -1 descending.
   * Rows with equal values are ordered by id, ascending.
   */
  sort?: Record<string, 1 | -1>
  /**
   * Set if the rows may come in any order.
   * When years of rows are summed up, sorting would take half of the time.
   */
  unsorted?: true
  skip?: number
  limit?: number
}

/**
 * Tables of rows by name.
 * Names look like `reports@2` (view and version).
 * The rules are numbered; the conformance suite
 * quotes them.
 *
 * - RS1 `replace` stores complete rows by id and keeps nothing of the previous row.
 * - RS2 A row with a lower or equal position never replaces another: a late writer changes nothing.
 * - RS3 `find` returns matching rows in the given order, after `skip`, at most `limit`; ties by id.
 * `unsorted` returns
 *       all matches in no order.
 * - RS4 Filters: equality (null matches missing too), $in, $ne, $gt, $gte, $lt, $lte, $or, dotted paths.
 * - RS5 `get` returns rows in the order of the ids, undefined for a missing one.
 * - RS6 Neither the store nor the caller changes a row after it was stored or returned.
 * Rows may be shared, since
 *       copying a million rows costs more than building them.
 * - RS7 A checkpoint is the last position set for the table, undefined before, and never goes back.
 * Several are set
 *       in one exchange with the store.
 * - RS8 `drop` removes the table's rows and its checkpoint; other tables stay.
 * - RS9 `tables` lists each table that has rows or a checkpoint.
 * - RS10 `count` is the number of rows that match.
 * - RS11 Text with any Unicode, nested objects, arrays, null and safe integers come back deeply equal.
 * - RS12 `durable` is true if rows outlive the process: the next instance at the same place sees everything from before
 *        the close.
 * After a crash it may lack the newest rows, and then also the checkpoints that follow on them.
 * - RS13 `reached` returns the table's checkpoint once it is at or after the position, in whichever process it was set.
 *        It returns undefined after the time limit, and waits for the first checkpoint if there is none.
 * - RS14 `onEmptied` listeners are notified that all rows and checkpoints were lost to damage, before any read shows
 * it.
 *        From then on `replace` and `setCheckpoints` throw until the writer calls `acknowledgeEmptied`.
 * A read never
 *        ends that.
 * Stores that never discard data have neither.
 * - RS15 `setCheckpoints` throws TableMissing for a known table that another process has dropped: a late writer does
 * not
 *        restore it.
 * - RS16 `leases` declares what the processes that share the store read; absent for a single process.
 * - RS17 `serverTime` is the clock of the database server; absent if the store is in this process.
 * - RS18 `marks` returns the last events of the table's checkpoint and of rows ahead of it (position and id).
 *        They show from which log the table was built.
 * Absent if the store compares its rows with the log itself, or
 *        does not persist them.
 * - RS19 `generation` returns the set of tables from which the store reads.
 * Each log has its own set.
 *        Its `next` returns the set for the next log: empty at first, and the same in every process.
 *        After `serve`, every process reads from that set.
 * `dropEarlier` removes the sets of earlier logs.
 *        Absent for a single process.
 * - RS20 `exclusively` runs work while no other process creates or drops tables by it.
 *        It waits for a process that stopped without an end.
 * Absent for a single process.
 */
export interface ReadStore extends Tables {
  readonly durable: boolean
  generation?(): Promise<TableGeneration>
  exclusively?<T>(work: () => Promise<T>): Promise<T>
  onEmptied?(listener: () => void): void
  /**
   * Allows writes again after damage has destroyed all rows.
   * Call this first, then read the checkpoints from which the tables are filled again.
   */
  acknowledgeEmptied?(): void
  readonly leases?: ReaderLeaseStore
  serverTime?(): Promise<Date>
  /** Throws if the store can't be reached. */
  ping(): Promise<void>
  close(): Promise<void>
}

/**
 * Last event that is included in a table's rows or checkpoint.
 * Data from earlier versions has only the event's position.
 */
export type TableMark = Pick<LogMark, 'position'> & Partial<LogMark>

/** Tables built from one log. */
export interface Tables {
  get<R extends Row>(table: TableName, ids: readonly string[]): Promise<(Readonly<R> | undefined)[]>
  find<R extends Row>(table: TableName, query?: Query): Promise<Readonly<R>[]>
  count(table: TableName, filter?: Filter): Promise<number>
  /**
   * Stores rows.
   * `mark` is the last event that the rows include.
   */
  replace(table: TableName, rows: readonly Row[], mark?: LogMark): Promise<void>
  checkpoint(table: TableName): Promise<number | undefined>
  /**
   * Stores for each table the log position up to which its rows are current.
   * `mark` identifies the log event at this position.
   */
  setCheckpoints(checkpoints: ReadonlyMap<TableName, number>, mark?: LogMark): Promise<void>
  reached(table: TableName, position: number, withinMs: number): Promise<TableMark | undefined>
  marks?(table: TableName): Promise<TableMark[]>
  tables(): Promise<TableName[]>
  drop(table: TableName): Promise<void>
}

/**
 * Tables of one log in a shared read store.
 * Each log has its own set of tables, a generation.
 */
export interface TableGeneration extends Tables {
  /**
   * Number of the log from which the tables are built.
   * The first log is 0.
   */
  readonly number: number
  marks(table: TableName): Promise<TableMark[]>
  /** Returns the checkpoints of several tables by one request. */
  checkpoints(tables: readonly TableName[]): Promise<(number | undefined)[]>
  next(): TableGeneration
  serve(): Promise<void>
  dropEarlier(): Promise<void>
}

/** Delegates each call to the tables that `current` returns at the time of the call. */
export const delegateToCurrentTables = (current: () => Tables): Tables => ({
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

/** Declares which tables a process reads. */
export interface ReaderLease {
  id: string
  /**
   * Random value that each renewal of the lease replaces.
   * Processes only check whether it changed, so their clocks need not agree.
   */
  beat: string
  versions: Readonly<Record<string, number>>
}

/** Stores which view versions each process reads from a shared store, until its lease ends. */
export interface ReaderLeaseStore {
  all(): Promise<ReaderLease[]>
  renew(lease: ReaderLease): Promise<void>
  end(id: string): Promise<void>
}

/**
 * Thrown if a view's rows are behind the log.
 * Decisions can't use such rows.
 */
export class RowsBehind extends Error {
  constructor(view: string) {
    super(`the rows of ${view} are behind the log`)
    this.name = 'RowsBehind'
  }
}

/** Thrown if a view's table is not built, or removed by a newer version. */
export class TableMissing extends RowsBehind {
  constructor(table: TableName) {
    super(table)
    this.name = 'TableMissing'
    this.message = `the table ${table} is missing: it was not built yet, or a newer version has removed it`
  }
}
