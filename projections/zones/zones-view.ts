/** Zones: one row per zone with its customers, open reports and collection cycle. */
import { DEFAULT_CUSTOMERS, ZONES, type Zone } from '#contract/city.ts'
import { DEFAULT_CONFIGURATION } from '#contract/configuration.ts'
import { recommendAt, type ZoneRow } from '#contract/tables.ts'
import type { ZoneStatus } from '#contract/views.ts'
import { isSimulated } from '#platform/event-store/simulated.ts'
import { defineView } from '../runner/view.ts'
import { noneOpen, withId, withoutId, withoutSome } from './open-ids.ts'

/** A zone before anything happened in it. */
export const emptyZone = (id: Zone): Omit<ZoneRow, 'position'> => ({
  id,
  totalCustomers: DEFAULT_CUSTOMERS[id],
  openReports: 0,
  openIds: noneOpen,
  loose: 0,
  cycle: 0,
  thresholds: DEFAULT_CONFIGURATION.thresholds,
  simulated: DEFAULT_CONFIGURATION.simulatedActivity,
})

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
      row: (row, { configuration: { zone_customers, thresholds, simulatedActivity: simulated } }) =>
        row && { ...row, ...zone_customers[row.id], thresholds, simulated },
    },
    BinReportedFull: {
      id: (data) => data.zone,
      row: (row, { zone, reportId }, _, event) => {
        const before = row ?? emptyZone(zone)
        const simulatedIds = isSimulated(event)
          ? withId(before.simulatedIds ?? noneOpen, reportId)
          : before.simulatedIds
        const cycle = before.openReports === 0 ? before.cycle + 1 : before.cycle
        return {
          ...before,
          cycle,
          simulatedIds,
          openIds: withId(before.openIds, reportId),
          openReports: before.openReports + 1,
        }
      },
    },
    ReportCollected: {
      id: (data) => data.zone,
      row(row, { reportId, collectionId }) {
        const openIds = row && withoutId(row.openIds, reportId)
        // Its dispatch has told so already.
        if (!row || !openIds) return undefined
        const loose = collectionId === undefined ? row.loose + 1 : row.loose
        const simulatedIds = row.simulatedIds && (withoutId(row.simulatedIds, reportId) ?? row.simulatedIds)
        return { ...row, loose, openIds, simulatedIds, openReports: row.openReports - 1 }
      },
    },
    TruckDispatched: {
      id: (data) => data.loads.map(({ zone }) => zone),
      row(row, { loads }) {
        const load = loads.find(({ zone }) => zone === row?.id)
        if (!row || !load) return undefined
        const { left: openIds, taken } = withoutSome(row.openIds, load.reportIds)
        // Some may have been marked one by one while this was decided: they are among its reports, and loose no more.
        const markedBefore = load.reportIds.length - taken
        const loose = Math.max(0, row.loose - (load.alsoCollected ?? 0) - markedBefore)
        const simulatedIds = row.simulatedIds && withoutSome(row.simulatedIds, load.reportIds).left
        return { ...row, loose, openIds, simulatedIds, openReports: row.openReports - taken }
      },
    },
  },
})

/** A zone as its card shows it: ready when there are as many reports as customers (specification, Zone readiness). */
export function toZoneStatus({
  id,
  totalCustomers,
  openReports,
  thresholds,
  simulated,
  simulatedIds,
}: Omit<ZoneRow, 'position'>): ZoneStatus & { id: string } {
  const simulatedReports = simulatedIds?.flat().length ?? 0
  return {
    id,
    zone: id,
    currentReports: openReports,
    requiredReports: totalCustomers,
    recommendAt: recommendAt(totalCustomers, thresholds),
    totalCustomers,
    thresholdReached: openReports >= totalCustomers,
    reportsNeeded: Math.max(0, totalCustomers - openReports),
    simulated: simulated || simulatedReports > 0,
    simulatedReports,
  }
}
