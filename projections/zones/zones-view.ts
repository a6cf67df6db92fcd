/** Zones: one row per zone with its customers, open reports and collection cycle. */
import { DEFAULT_CUSTOMERS, ZONES, type Zone } from '#contract/city.ts'
import { DEFAULT_CONFIGURATION } from '#contract/configuration.ts'
import { unconfirmedCount } from '#contract/counting.ts'
import { countedReports, recommendAt, type ZoneRow } from '#contract/tables.ts'
import type { ZoneStatus } from '#contract/views.ts'
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
      row: (row, { configuration }) => {
        const { zone_customers, thresholds, simulatedActivity: simulated, unconfirmedReports } = configuration
        return row && { ...row, ...zone_customers[row.id], thresholds, simulated, unconfirmedRule: unconfirmedReports }
      },
    },
    MailServerSet: {
      id: () => ZONES,
      row: (row, { isSet }) => row && { ...row, mailServer: isSet },
    },
    BinReportedFull: {
      id: (data) => data.zone,
      row: (row, { zone, reportId, unconfirmed }) => {
        const before = row ?? emptyZone(zone)
        const begins = before.openReports === 0
        const cycle = begins ? before.cycle + 1 : before.cycle
        const openIds = withId(before.openIds, reportId)
        const unconfirmedIds = unconfirmed ? withId(before.unconfirmedIds ?? noneOpen, reportId) : before.unconfirmedIds
        const burst = begins ? undefined : before.burst
        return { ...before, cycle, openIds, unconfirmedIds, burst, openReports: before.openReports + 1 }
      },
    },
    ReportConfirmed: {
      id: (data) => data.zone,
      row(row, { reportId }) {
        const unconfirmedIds = row?.unconfirmedIds && withoutId(row.unconfirmedIds, reportId)
        return row && unconfirmedIds && { ...row, unconfirmedIds }
      },
    },
    ReportCollected: {
      id: (data) => data.zone,
      row(row, { reportId, collectionId }) {
        const openIds = row && withoutId(row.openIds, reportId)
        // Its dispatch has told so already.
        if (!row || !openIds) return undefined
        const loose = collectionId === undefined ? row.loose + 1 : row.loose
        return { ...row, loose, openIds, ...unconfirmedWithout(row, [reportId]), openReports: row.openReports - 1 }
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
        const unconfirmed = unconfirmedWithout(row, load.reportIds)
        return { ...row, loose, openIds, ...unconfirmed, openReports: row.openReports - taken }
      },
    },
    BurstFlagged: {
      id: (data) => data.zone,
      row: (row, { cycle, reports, flaggedAt }) =>
        row?.cycle === cycle ? { ...row, burst: { cycle, reports, flaggedAt } } : undefined,
    },
    BurstCleared: {
      id: (data) => data.zone,
      row: (row, { cycle }) => (row?.burst?.cycle === cycle ? { ...row, burst: undefined } : undefined),
    },
  },
})

function unconfirmedWithout({ unconfirmedIds }: Readonly<ZoneRow>, reportIds: readonly string[]) {
  return unconfirmedIds && { unconfirmedIds: withoutSome(unconfirmedIds, reportIds).left }
}

/** A zone as its card shows it: ready when as many reports count as there are customers (specification, Zone readiness). */
export function toZoneStatus(row: Omit<ZoneRow, 'position'>): ZoneStatus & { id: string } {
  const { id, totalCustomers, thresholds, simulated, burst } = row
  const counted = countedReports(row)
  const unconfirmed = row.unconfirmedIds?.reduce((sum, { length }) => sum + length, 0) ?? 0
  const notCounted = unconfirmedCount(row.unconfirmedRule, row.mailServer) ? 0 : unconfirmed
  return {
    id,
    zone: id,
    currentReports: counted,
    requiredReports: totalCustomers,
    recommendAt: recommendAt(totalCustomers, thresholds),
    totalCustomers,
    thresholdReached: counted >= totalCustomers,
    reportsNeeded: totalCustomers - counted,
    simulated,
    ...(notCounted > 0 && { notCounted }),
    ...(burst && { burst: { reports: burst.reports, flaggedAt: burst.flaggedAt } }),
  }
}
