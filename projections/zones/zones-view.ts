/** Zones: one row per zone with its customers, open reports and collection cycle. */
import { DEFAULT_CUSTOMERS, ZONES, type Zone } from '#contract/city.ts'
import { DEFAULT_CONFIGURATION } from '#contract/configuration.ts'
import type { ZoneRow } from '#contract/tables.ts'
import type { ZoneStatus } from '#contract/views.ts'
import { defineView } from '../runner/view.ts'

/** A zone before anything happened in it. */
export const emptyZone = (id: Zone): Omit<ZoneRow, 'position'> => ({
  id,
  totalCustomers: DEFAULT_CUSTOMERS[id],
  openReports: 0,
  openIds: [],
  loose: 0,
  cycle: 0,
  thresholds: DEFAULT_CONFIGURATION.thresholds,
})

const opened = (openIds: readonly string[]) => ({ openIds, openReports: openIds.length })

export const zonesView = defineView<ZoneRow>({
  name: 'zones',
  on: {
    ZoneConfigured: {
      id: (data) => data.zone,
      row: (row, { zone, totalCustomers }) => ({ ...(row ?? emptyZone(zone)), totalCustomers }),
    },
    // A start sets the zones up before anybody can save a configuration, so that their rows are there.
    ConfigurationChanged: {
      id: () => ZONES,
      row: (row, { configuration: { zone_customers, thresholds } }) =>
        row && { ...row, ...zone_customers[row.id], thresholds },
    },
    BinReportedFull: {
      id: (data) => data.zone,
      row: (row, { zone, reportId }) => {
        const before = row ?? emptyZone(zone)
        const cycle = before.openReports === 0 ? before.cycle + 1 : before.cycle
        return { ...before, cycle, ...opened([...before.openIds, reportId]) }
      },
    },
    ReportCollected: {
      id: (data) => data.zone,
      row(row, { reportId, collectionId }) {
        const at = row?.openIds.indexOf(reportId) ?? -1
        // Its dispatch has told so already.
        if (!row || at < 0) return undefined
        const loose = collectionId === undefined ? row.loose + 1 : row.loose
        return { ...row, loose, ...opened(row.openIds.toSpliced(at, 1)) }
      },
    },
    TruckDispatched: {
      id: (data) => data.loads.map(({ zone }) => zone),
      row(row, { loads }) {
        const load = loads.find(({ zone }) => zone === row?.id)
        if (!row || !load) return undefined
        const aboard = new Set(load.reportIds)
        const left = row.openIds.filter((id) => !aboard.has(id))
        // Some may have been marked one by one while this was decided: they are among its reports, and loose no more.
        const markedBefore = load.reportIds.length - (row.openIds.length - left.length)
        const loose = Math.max(0, row.loose - (load.alsoCollected ?? 0) - markedBefore)
        return { ...row, loose, ...opened(left) }
      },
    },
    CollectionPlanned: {
      id: (data) => data.zone,
      row: (row, { cycle, plannedBy }) =>
        row && { ...row, plannedItself: plannedBy === 'system' ? cycle : row.plannedItself },
    },
  },
})

/** A zone as its card shows it: ready when there are as many reports as customers (specification, Zone readiness). */
export function toZoneStatus({
  id,
  totalCustomers,
  openReports,
}: Omit<ZoneRow, 'position'>): ZoneStatus & { id: string } {
  return {
    id,
    zone: id,
    currentReports: openReports,
    requiredReports: totalCustomers,
    totalCustomers,
    thresholdReached: openReports >= totalCustomers,
    reportsNeeded: Math.max(0, totalCustomers - openReports),
  }
}
