/** Decides which rows stay in memory: those of screens and plans. */
import type { ViewName } from '#contract/tables.ts'
import type { Filter } from '#platform/read-store/read-store.ts'
import { INDEXED } from '../past/indexed.ts'

const ALL: Filter = {}

/** Unlisted views keep no rows in memory; their indexes find rows. */
const KEPT: { [V in ViewName]?: Filter } = {
  reports: { open: true },
  schedules: { open: true },
  deliveries: { underWay: true },
  zones: ALL,
  vehicles: ALL,
  sites: ALL,
  configuration: ALL,
  forecasts: ALL,
  refits: ALL,
  thresholds: ALL,
}

/**
 * Returns the layout of a table such as `reports@1`.
 * Tables of no view, such as quarantined events, stay in memory.
 */
export function layoutOf(table: string): { kept?: Filter | undefined; indexed: readonly string[] } {
  const view = table.split('@')[0] as ViewName
  return view in INDEXED ? { kept: KEPT[view], indexed: INDEXED[view] } : { kept: ALL, indexed: [] }
}
