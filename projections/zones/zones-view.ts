/** Zones: one row per zone with its customers, open reports and collection cycle. */
import { DEFAULT_CUSTOMERS, type Zone } from '#contract/city.ts'
import type { ZoneRow } from '#contract/tables.ts'
import type { ZoneStatus } from '#contract/views.ts'
import { defineView } from '../runner/view.ts'

/** A zone before anything happened in it. */
export const emptyZone = (id: Zone): Omit<ZoneRow, 'position'> => ({
  id,
  totalCustomers: DEFAULT_CUSTOMERS[id],
  openReports: 0,
  cycle: 0,
})

export const zonesView = defineView<ZoneRow>({
  name: 'zones',
  on: {
    ZoneConfigured: {
      id: (data) => data.zone,
      row: (row, { zone, totalCustomers }) => ({ ...(row ?? emptyZone(zone)), totalCustomers }),
    },
    BinReportedFull: {
      id: (data) => data.zone,
      row: (row, { zone }) => {
        const before = row ?? emptyZone(zone)
        const cycle = before.openReports === 0 ? before.cycle + 1 : before.cycle
        return { ...before, cycle, openReports: before.openReports + 1 }
      },
    },
    ReportCollected: {
      id: (data) => data.zone,
      row: (row) => row && { ...row, openReports: row.openReports - 1 },
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
