/** Rows of a view as a test gives them, in the table that readers are led to. */
import { tableOf, VIEW_VERSIONS, type ViewName } from '#contract/tables.ts'
import type { ReadStore, Row } from '../read-store/read-store.ts'

/** Stores the rows with a checkpoint, without which a table counts as missing. */
export async function fillTable(reads: ReadStore, view: ViewName, rows: readonly Row[]): Promise<void> {
  await reads.replace(tableOf(view), rows)
  await reads.setCheckpoints(new Map([[tableOf(view), Math.max(0, ...rows.map(({ position }) => position))]]))
}

/** Gives every view an empty table. */
export async function emptyTables(reads: Pick<ReadStore, 'setCheckpoints'>): Promise<void> {
  await reads.setCheckpoints(new Map((Object.keys(VIEW_VERSIONS) as ViewName[]).map((view) => [tableOf(view), 0])))
}
