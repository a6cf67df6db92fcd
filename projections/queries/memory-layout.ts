/** Decides which rows stay in memory for screens and planning. */
import type { ViewName } from '#contract/tables.ts'
import type { Filter } from '#platform/read-store/read-store.ts'
import type { IndexedFields } from '#platform/read-store/rows-file.ts'
import { INDEXED_FIELDS } from '../time-travel/indexed-fields.ts'

const ALL_ROWS: Filter = {}

/**
 * Filters that select the rows to hold in memory, by view.
 * Rows of other views are read from the file, by its indexes.
 */
const ROWS_IN_MEMORY: { [V in ViewName]?: Filter } = {
  reports: { open: true },
  schedules: { open: true },
  deliveries: { underWay: true },
  zones: ALL_ROWS,
  vehicles: ALL_ROWS,
  sites: ALL_ROWS,
  configuration: ALL_ROWS,
  forecasts: ALL_ROWS,
  refits: ALL_ROWS,
  thresholds: ALL_ROWS,
  drivers: ALL_ROWS,
}

/**
 * Indexes in the file, besides those of the time-travel file.
 * The analytics read slices of reports by each of their times.
 * Lists and counts of notifications each have an index with all their fields.
 */
const ALSO_INDEXED: { [V in ViewName]?: readonly IndexedFields[] } = {
  reports: ['reopenedAt'],
  notifications: [
    ['to', 'archived', 'sequence', 'kind'],
    ['to', 'archived', 'kind', 'read'],
  ],
}

/**
 * Returns the layout of a table such as `reports@1`.
 * Tables that belong to no view stay in memory, such as the table of quarantined events.
 */
export function memoryLayoutOf(table: string): { kept?: Filter | undefined; indexed: readonly IndexedFields[] } {
  const view = table.split('@')[0] as ViewName
  return view in INDEXED_FIELDS
    ? { kept: ROWS_IN_MEMORY[view], indexed: [...INDEXED_FIELDS[view], ...(ALSO_INDEXED[view] ?? [])] }
    : { kept: ALL_ROWS, indexed: [] }
}
