/** Zones: one row per zone with its customers, open reports and collection cycle. */

import { DEFAULT_CONFIGURATION } from '#contract/configuration.ts'
import { countedReports, type ZoneRow } from '#contract/tables.ts'
import type { ZoneStatus } from '#contract/views.ts'
import { isSimulated } from '#platform/event-store/simulated.ts'
import { DEFAULT_CUSTOMERS, ZONES, type Zone } from '#rules/city.ts'
import { unconfirmedCount } from '#rules/counting.ts'
import { recommendAt } from '#rules/thresholds.ts'
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
      row: (row, { data: { zone, totalCustomers } }) => ({ ...(row ?? emptyZone(zone)), totalCustomers }),
    },
    // A start sets the zones up before anybody can save a configuration, so that their rows are there.
    ConfigurationChanged: {
      id: () => ZONES,
      row: (row, { data: { configuration } }) => {
        const { zone_customers, thresholds, simulatedActivity: simulated, unconfirmedReports } = configuration
        return row && { ...row, ...zone_customers[row.id], thresholds, simulated, unconfirmedRule: unconfirmedReports }
      },
    },
    MailServerSet: {
      id: () => ZONES,
      row: (row, { data: { isSet } }) => row && { ...row, mailServer: isSet },
    },
    BinReportedFull: {
      id: (data) => data.zone,
      row: (row, { data: { zone, reportId, unconfirmed }, meta }) => {
        const before = row ?? emptyZone(zone)
        const begins = before.openReports === 0
        const cycle = begins ? before.cycle + 1 : before.cycle
        const openIds = withId(before.openIds, reportId)
        const withWhen = (is: boolean | undefined, ids: ZoneRow['unconfirmedIds']) =>
          is ? withId(ids ?? noneOpen, reportId) : ids
        const unconfirmedIds = withWhen(unconfirmed, before.unconfirmedIds)
        const simulatedIds = withWhen(isSimulated({ meta }), before.simulatedIds)
        const burst = begins ? undefined : before.burst
        const openReports = before.openReports + 1
        return { ...before, cycle, openIds, unconfirmedIds, simulatedIds, burst, openReports }
      },
    },
    ReportConfirmed: {
      id: (data) => data.zone,
      row(row, { data: { reportId } }) {
        const unconfirmedIds = row?.unconfirmedIds && withoutId(row.unconfirmedIds, reportId)
        return row && unconfirmedIds && { ...row, unconfirmedIds }
      },
    },
    ReportCollected: {
      id: (data) => data.zone,
      row(row, { data: { reportId, dispatchId } }) {
        const openIds = row && withoutId(row.openIds, reportId)
        // Its dispatch has told so already.
        if (!row || !openIds) return undefined
        const loose = dispatchId === undefined ? row.loose + 1 : row.loose
        return { ...row, loose, openIds, ...markedWithout(row, [reportId]), openReports: row.openReports - 1 }
      },
    },
    TruckDispatched: {
      id: (data) => data.loads.map(({ zone }) => zone),
      row(row, { data: { loads } }) {
        const load = loads.find(({ zone }) => zone === row?.id)
        if (!row || !load) return undefined
        const { left: openIds, taken } = withoutSome(row.openIds, load.reportIds)
        // Some may have been marked one by one while this was decided: they are among its reports, and loose no more.
        const markedBefore = load.reportIds.length - taken
        const loose = Math.max(0, row.loose - (load.alsoCollected ?? 0) - markedBefore)
        return { ...row, loose, openIds, ...markedWithout(row, load.reportIds), openReports: row.openReports - taken }
      },
    },
    BurstFlagged: {
      id: (data) => data.zone,
      row: (row, { data: { cycle, reports, flaggedAt } }) =>
        row?.cycle === cycle ? { ...row, burst: { cycle, reports, flaggedAt } } : undefined,
    },
    BurstCleared: {
      id: (data) => data.zone,
      row: (row, { data: { cycle } }) => (row?.burst?.cycle === cycle ? { ...row, burst: undefined } : undefined),
    },
  },
})

/** Those of the open reports that are unconfirmed or simulated, without some that are open no more. */
function markedWithout({ unconfirmedIds, simulatedIds }: Readonly<ZoneRow>, reportIds: readonly string[]) {
  const without = (ids: ZoneRow['unconfirmedIds']) => ids && withoutSome(ids, reportIds).left
  return { unconfirmedIds: without(unconfirmedIds), simulatedIds: without(simulatedIds) }
}

const countOf = (ids: ZoneRow['unconfirmedIds'] = []) => ids.reduce((sum, { length }) => sum + length, 0)

/** A zone as its card shows it: ready when as many reports count as there are customers. */
export function toZoneStatus(row: Omit<ZoneRow, 'position'>): ZoneStatus & { id: string } {
  const { id, totalCustomers, thresholds, simulated, burst } = row
  const counted = countedReports(row)
  const notCounted = unconfirmedCount(row.unconfirmedRule, row.mailServer) ? 0 : countOf(row.unconfirmedIds)
  const simulatedReports = countOf(row.simulatedIds)
  return {
    id,
    zone: id,
    currentReports: counted,
    requiredReports: totalCustomers,
    recommendAt: recommendAt(totalCustomers, thresholds),
    totalCustomers,
    thresholdReached: counted >= totalCustomers,
    reportsNeeded: totalCustomers - counted,
    simulated: simulated || simulatedReports > 0,
    simulatedReports,
    ...(notCounted > 0 && { notCounted }),
    ...(burst && { burst: { reports: burst.reports, flaggedAt: burst.flaggedAt } }),
  }
}
