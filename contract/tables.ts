/** The read store's tables as several processes name them, and the one row that commands read too. */
import type { Zone } from './city.ts'

/** The version of each view; a view whose fold or row changes gets the next one and is rebuilt beside the old. */
export const VIEW_VERSIONS = {
  accounts: 2,
  reports: 2,
  zones: 1,
  notifications: 2,
  vehicles: 2,
  sites: 1,
  schedules: 1,
} as const
export type ViewName = keyof typeof VIEW_VERSIONS

/** The table of a view at its present version, such as `reports@1`. */
export const tableOf = (view: ViewName) => `${view}@${VIEW_VERSIONS[view]}`

/** A zone's collection: its open reports, and the cycle that began with the first of them. */
export interface ZoneRow {
  id: Zone
  position: number
  totalCustomers: number
  openReports: number
  /** Counts the zone's collection cycles; 0 before the first report. A cycle ends when its last open report is collected. */
  cycle: number
}

/** The number of open reports at which scheduling is recommended: 80 % of customers above 40 of them, else all (decisions, 3). */
export const recommendAt = (totalCustomers: number) =>
  totalCustomers > 40 ? Math.ceil(totalCustomers * 0.8) : totalCustomers
