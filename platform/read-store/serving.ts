/**
 * Chooses the table that serves a view during a rebuild.
 * Writers, readers and deciders all use the same one.
 */
import { type TableName, tableNameOf, VIEW_VERSIONS, type ViewName } from '#contract/tables.ts'
import type { HealthCheck, HealthProblem } from '../health-checks.ts'
import type { ReadStore, Row } from './read-store.ts'

/**
 * Name of the table that records which tables are complete.
 * A complete table has read the whole log at least once.
 */
const COMPLETENESS: TableName = 'complete@1'

interface Completeness extends Row {
  complete: boolean
}

/**
 * Names of all tables in a read store.
 * `complete` says for each table whether it contains all rows.
 */
interface KnownTables {
  names: readonly TableName[]
  complete: ReadonlyMap<TableName, boolean>
}

type Tables = Pick<ReadStore, 'tables' | 'find'>

export async function readKnownTables(reads: Tables): Promise<KnownTables> {
  const [names, rows] = await Promise.all([reads.tables(), reads.find<Completeness>(COMPLETENESS)])
  return { names, complete: new Map(rows.map(({ id, complete }) => [id as TableName, complete])) }
}

/** Runs work while no other process creates or drops shared tables. */
export const runExclusively = (reads: Pick<ReadStore, 'exclusively'>, work: () => Promise<void>): Promise<void> =>
  reads.exclusively ? reads.exclusively(work) : work()

/** Records for each table whether it is complete, that is, fully built from the log. */
export async function recordTableCompleteness(
  reads: Pick<ReadStore, 'get' | 'replace'>,
  tables: readonly TableName[],
  complete: boolean,
): Promise<void> {
  const before = await reads.get<Completeness>(COMPLETENESS, tables)
  const rows = tables.map((id, n): Completeness => ({ id, position: (before[n]?.position ?? 0) + 1, complete }))
  await reads.replace(COMPLETENESS, rows)
}

export const viewOfTable = (table: TableName) => table.slice(0, table.lastIndexOf('@'))
export const versionOfTable = (table: TableName) => Number(table.slice(table.lastIndexOf('@') + 1))

function versionsOf(names: readonly TableName[], view: ViewName): TableName[] {
  return names.filter((table) => table.startsWith(`${view}@`)).sort((a, b) => versionOfTable(a) - versionOfTable(b))
}

/** Returns the tables of a view's earlier versions, oldest first. */
export const olderTableVersionsOf = (names: readonly TableName[], view: ViewName): TableName[] =>
  versionsOf(names, view).filter((table) => versionOfTable(table) < VIEW_VERSIONS[view])

/**
 * Returns the table of the current view version if it is complete.
 * Otherwise returns the newest complete table of an earlier version.
 * Undefined if there is none.
 * Older installations did not record which tables are complete; their oldest table is.
 */
export function findServingTable({ names, complete }: KnownTables, view: ViewName): TableName | undefined {
  const present = tableNameOf(view)
  if (complete.get(present)) return present
  const older = olderTableVersionsOf(names, view)
  const noted = older.findLast((table) => complete.get(table))
  if (noted) return noted
  return older[0] ?? (names.includes(present) && complete.get(present) === undefined ? present : undefined)
}

/**
 * Finds the tables to read, for processes that do not build views.
 * Checks again until a view's present version is complete.
 */
export function createServingTables(reads: Tables) {
  const settled = new Set<ViewName>()
  return {
    /** Returns whether reads already use the table of the view's present version. */
    isSettled: (view: ViewName) => settled.has(view),
    /**
     * Makes the next `tableOf` choose the table again.
     * Called when the table in use was removed.
     */
    unsettle: (view: ViewName) => void settled.delete(view),
    async tableOf(view: ViewName): Promise<TableName | undefined> {
      if (settled.has(view)) return tableNameOf(view)
      const table = findServingTable(await readKnownTables(reads), view)
      if (table === tableNameOf(view)) settled.add(view)
      return table
    },
  }
}

/**
 * Creates the health check for a process of an older version.
 * The check reports that a newer version has removed the process's tables.
 */
export const createTablesCheck =
  (reads: Pick<ReadStore, 'tables'>): HealthCheck =>
  async () => {
    const names = await reads.tables().catch(() => undefined)
    const gone = names && (Object.keys(VIEW_VERSIONS) as ViewName[]).filter((view) => isSuperseded(names, view))
    return gone && gone.length > 0 ? [superseded(gone)] : []
  }

function isSuperseded(names: readonly TableName[], view: ViewName): boolean {
  const newest = versionsOf(names, view).at(-1)
  return newest !== undefined && versionOfTable(newest) > VIEW_VERSIONS[view] && !names.includes(tableNameOf(view))
}

const superseded = (views: readonly ViewName[]): HealthProblem => ({
  critical: true,
  reason: `A newer version of WasteSense has removed the tables that this process reads (${views.map(tableNameOf).join(', ')}). Start this process in the newer version.`,
})
