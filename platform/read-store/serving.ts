/** Which table answers for a view while it is rebuilt: the same for whoever keeps it, reads it or decides by it. */
import { tableOf, type ViewName } from '#contract/tables.ts'
import type { ReadStore } from './read-store.ts'

/** The tables of a view's earlier versions, oldest first. */
export function olderVersions(tables: readonly string[], view: ViewName): string[] {
  const versionOf = (table: string) => Number(table.slice(view.length + 1))
  const present = versionOf(tableOf(view))
  return tables
    .filter((table) => table.startsWith(`${view}@`) && versionOf(table) < present)
    .sort((a, b) => versionOf(a) - versionOf(b))
}

/** While an older version is there the rebuild did not end; the oldest is the one that was complete. */
export const servingTable = (tables: readonly string[], view: ViewName): string =>
  olderVersions(tables, view)[0] ?? tableOf(view)

/** The same for whoever does not keep the views: asks the store until no older version is left, which comes but once. */
export function watchServing(reads: Pick<ReadStore, 'tables'>) {
  const settled = new Set<ViewName>()
  return {
    /** Whether its present version serves, and so will from now on. */
    isSettled: (view: ViewName) => settled.has(view),
    async tableOf(view: ViewName): Promise<string> {
      if (settled.has(view)) return tableOf(view)
      const table = servingTable(await reads.tables(), view)
      if (table === tableOf(view)) settled.add(view)
      return table
    },
  }
}
