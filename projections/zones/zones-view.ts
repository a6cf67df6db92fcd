/** Zones: one row each with customers, open reports and collection cycle. */

import { DEFAULT_CONFIGURATION } from '#contract/settings/configuration.ts'
import { countReportsTowardsCollection, type ZoneRow } from '#contract/tables.ts'
import type { ZoneCard } from '#contract/views.ts'
import type { Zone } from '#domain/city.ts'
import { lookUp } from '#domain/dictionary.ts'
import { areUnconfirmedReportsCounted, recommendationThresholdOf } from '#domain/report-rules.ts'
import { addWait, removeWait, usualWaitOf } from '#domain/zone-estimates.ts'
import { findInitialZone } from '#domain/zones.ts'
import { isSimulated } from '#platform/event-store/event-origin.ts'
import type { RecordedEvent } from '#platform/event-store/event-store.ts'
import { defineView, EVERY_ROW } from '../runner/view.ts'
import { addOpenReportId, NO_OPEN_IDS, removeOpenReportId, removeOpenReportIds } from './open-ids.ts'
import { applyCollectionToPrediction, applyReportToPrediction, thresholdPredictionOf } from './threshold-predictions.ts'

type RowWithoutPosition = Omit<ZoneRow, 'position'>
type CommonValues = Pick<ZoneRow, 'thresholds' | 'simulated' | 'unconfirmedRule' | 'mailServer'>

/** Id of the row with values common to all zones. */
const COMMON_ID = ''

/** Returns the row of a zone before the zone's first event. */
export function createEmptyZoneRow(id: Zone, city?: CommonValues): RowWithoutPosition {
  const { thresholds, simulated, unconfirmedRule, mailServer } = city ?? {
    thresholds: DEFAULT_CONFIGURATION.thresholds,
    simulated: DEFAULT_CONFIGURATION.simulatedActivity,
  }
  // The initial zones get their values from the code, because older logs have no ZoneOpened event for them.
  const first = findInitialZone(id)
  return {
    id,
    code: first?.code ?? '',
    open: first !== undefined,
    openedAt: '',
    centre: first?.centre ?? { lat: 0, lng: 0 },
    totalCustomers: first?.customers ?? 0,
    openReports: 0,
    openIds: NO_OPEN_IDS,
    loose: 0,
    cycle: 0,
    thresholds,
    simulated,
    unconfirmedRule,
    mailServer,
  }
}

export const zonesView = defineView<ZoneRow>({
  name: 'zones',
  common: COMMON_ID,
  on: {
    ZoneOpened: {
      id: (data) => data.zoneId,
      row: (row, { data: { zoneId, code, customers: totalCustomers, centre, outline, openedAt } }, _, city) => ({
        ...(row ?? createEmptyZoneRow(zoneId, city)),
        code,
        totalCustomers,
        centre,
        outline,
        open: true,
        openedAt,
      }),
    },
    ZoneChanged: {
      id: (data) => data.zoneId,
      row: (row, { data: { centre, outline } }) => row && { ...row, centre, outline },
    },
    ZoneClosed: {
      id: (data) => data.zoneId,
      row: (row) => row && { ...row, open: false, movingTo: undefined },
    },
    ResidentsMoveBegun: {
      id: (data) => data.zoneId,
      row: (row, { data: { to } }) => row && { ...row, movingTo: to },
    },
    ResidentsMoved: {
      id: (data) => data.zoneId,
      row: (row) => row && { ...row, movingTo: undefined },
    },
    ZoneConfigured: {
      id: (data) => data.zone,
      row: (row, { data: { zone, totalCustomers } }, _, city) => ({
        ...(row ?? createEmptyZoneRow(zone, city)),
        totalCustomers,
      }),
    },
    ConfigurationChanged: {
      id: () => EVERY_ROW,
      row: (row, { data: { configuration } }, id) => {
        const { zone_customers, thresholds, simulatedActivity: simulated, unconfirmedReports } = configuration
        const wide = { thresholds, simulated, unconfirmedRule: unconfirmedReports }
        return { ...(row ?? createEmptyZoneRow(id)), ...lookUp(zone_customers, id), ...wide }
      },
    },
    MailServerSet: {
      id: () => EVERY_ROW,
      row: (row, { data: { isSet } }, id) => ({ ...(row ?? createEmptyZoneRow(id)), mailServer: isSet }),
    },
    BinReportedFull: {
      id: (data) => data.zone,
      row: (row, event, _, city) => {
        const before = row ?? createEmptyZoneRow(event.data.zone, city)
        return applyReportToPrediction(before, withReport(before, event), event.data.reportedAt)
      },
    },
    /** Counts a reopened report as open, but not as new. */
    ReportReopened: {
      id: (data) => data.zone,
      row(row, event) {
        if (!row) return undefined
        const loose = event.data.loose ? Math.max(0, row.loose - 1) : row.loose
        return { ...withReport(row, event), loose, waits: removeWait(row.waits ?? [], event.data) }
      },
    },
    ReportConfirmed: {
      id: (data) => data.zone,
      row(row, { data: { reportId } }) {
        const unconfirmedIds = row?.unconfirmedIds && removeOpenReportId(row.unconfirmedIds, reportId)
        return row && unconfirmedIds && { ...row, unconfirmedIds }
      },
    },
    ReportCollected: {
      id: (data) => data.zone,
      row(row, { data }) {
        if (!row) return undefined
        const { reportId, dispatchId, collectedAt } = data
        const waits = addWait(row.waits ?? [], data)
        const openIds = removeOpenReportId(row.openIds, reportId)
        // If the truck has departed, the zone may no longer list this report as open.
        if (!openIds) return { ...row, waits }
        const loose = dispatchId === undefined ? row.loose + 1 : row.loose
        const after = { ...row, loose, openIds, ...withoutMarked(row, [reportId]), openReports: row.openReports - 1 }
        return applyCollectionToPrediction(row, { ...after, waits }, collectedAt)
      },
    },
    TruckDispatched: {
      id: (data) => data.loads.map(({ zone }) => zone),
      row(row, { data: { loads, dispatchedAt } }) {
        const load = loads.find(({ zone }) => zone === row?.id)
        if (!row || !load) return undefined
        const { left: openIds, taken } = removeOpenReportIds(row.openIds, load.reportIds)
        // The load includes reports that were marked collected one by one.
        // `loose` no longer counts these reports.
        const markedBefore = load.reportIds.length - taken
        const loose = Math.max(0, row.loose - (load.alsoCollected ?? 0) - markedBefore)
        const openReports = row.openReports - taken
        const after = { ...row, loose, openIds, ...withoutMarked(row, load.reportIds), openReports }
        return applyCollectionToPrediction(row, after, dispatchedAt)
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

/**
 * Adds an open report.
 * The zone's first open report starts a collection cycle.
 */
function withReport(
  before: RowWithoutPosition,
  { data, meta }: RecordedEvent<'BinReportedFull' | 'ReportReopened'>,
): RowWithoutPosition {
  const begins = before.openReports === 0
  const withWhen = (is: boolean | undefined, ids: ZoneRow['unconfirmedIds']) =>
    is ? addOpenReportId(ids ?? NO_OPEN_IDS, data.reportId) : ids
  return {
    ...before,
    cycle: begins ? before.cycle + 1 : before.cycle,
    openIds: addOpenReportId(before.openIds, data.reportId),
    unconfirmedIds: withWhen(data.unconfirmed, before.unconfirmedIds),
    simulatedIds: withWhen(isSimulated({ meta }), before.simulatedIds),
    burst: begins ? undefined : before.burst,
    openReports: before.openReports + 1,
  }
}

/** Returns the ids of the zone's unconfirmed and simulated reports, without the given reports. */
function withoutMarked({ unconfirmedIds, simulatedIds }: Readonly<ZoneRow>, reportIds: readonly string[]) {
  const without = (ids: ZoneRow['unconfirmedIds']) => ids && removeOpenReportIds(ids, reportIds).left
  return { unconfirmedIds: without(unconfirmedIds), simulatedIds: without(simulatedIds) }
}

const countOf = (ids: ZoneRow['unconfirmedIds'] = []) => ids.reduce((sum, { length }) => sum + length, 0)

/**
 * Returns the data of a zone's card.
 * A zone reaches its threshold when its counted reports equal its customers.
 */
export function toZoneCard(row: RowWithoutPosition): ZoneCard {
  const { id, totalCustomers, thresholds, simulated, burst, code, centre, outline, openedAt, movingTo } = row
  const counted = countReportsTowardsCollection(row)
  const notCounted = areUnconfirmedReportsCounted(row.unconfirmedRule, row.mailServer) ? 0 : countOf(row.unconfirmedIds)
  const simulatedReports = countOf(row.simulatedIds)
  const usual = usualWaitOf(row.waits ?? [])
  return {
    id,
    zone: id,
    code,
    centre,
    ...(outline && { outline }),
    openedAt,
    ...(!row.open && { closed: true as const }),
    ...(movingTo && { movingTo }),
    currentReports: counted,
    requiredReports: totalCustomers,
    recommendAt: recommendationThresholdOf(totalCustomers, thresholds),
    totalCustomers,
    thresholdReached: counted >= totalCustomers,
    reportsNeeded: totalCustomers - counted,
    simulated: simulated || simulatedReports > 0,
    simulatedReports,
    ...thresholdPredictionOf(row),
    ...(usual && { usualWait: usual }),
    ...(notCounted > 0 && { notCounted }),
    // Show the many reports of new accounts (`burst`) while the zone has open reports.
    // The first report of the next collection cycle removes `burst`.
    ...(burst && row.openReports > 0 && { burst: { reports: burst.reports, flaggedAt: burst.flaggedAt } }),
  }
}
