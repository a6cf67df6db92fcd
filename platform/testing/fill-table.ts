/** Fills the table of a view that readers use. */
import { tableOf, VIEW_VERSIONS, type ViewName } from '#contract/tables.ts'
import type { ReadStore, Row } from '../read-store/read-store.ts'

/** Stores rows and a checkpoint, without which a table counts as missing. */
export async function fillTable(reads: ReadStore, view: ViewName, rows: readonly Row[]): Promise<void> {
  await reads.replace(tableOf(view), rows)
  await reads.setCheckpoints(new Map([[tableOf(view), Math.max(0, ...rows.map(({ position }) => position))]]))
}

/** Creates an empty table for every view. */
export async function emptyTables(reads: Pick<ReadStore, 'setCheckpoints'>): Promise<void> {
  await reads.setCheckpoints(new Map((Object.keys(VIEW_VERSIONS) as ViewName[]).map((view) => [tableOf(view), 0])))
}
