/** Which rows are always in memory, where the others lie in a file: those that boards show and plans are made of. */
import type { ViewName } from '#contract/tables.ts'
import type { Filter } from '#platform/read-store/read-store.ts'
import { INDEXED } from '../past/indexed.ts'

const ALL: Filter = {}

/** Of the views that are not named here none are: what is asked for of them is found by its indexes. */
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

/** How a table such as `reports@1` is kept; what is no view, such as the events that were set aside, is small. */
export function layoutOf(table: string): { kept?: Filter | undefined; indexed: readonly string[] } {
  const view = table.split('@')[0] as ViewName
  return view in INDEXED ? { kept: KEPT[view], indexed: INDEXED[view] } : { kept: ALL, indexed: [] }
}
