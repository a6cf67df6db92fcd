/**
 * Reports: one row per report of a full bin, open or collected.
 * The resident's key encrypts name and description.
 */

import type { EventData } from '#contract/events.ts'
import type { ReportStatus, Zone } from '#domain/city.ts'
import { referenceOf } from '#domain/reference.ts'
import type { StopException, StopOutcome } from '#domain/stop-outcomes.ts'
import { simulatedMarkOf } from '#platform/event-store/event-origin.ts'
import type { RecordedEvent } from '#platform/event-store/event-store.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

/** Outcome of a stop, with the crew's proof of presence. */
export interface StopOutcomeRow {
  outcome: StopOutcome
  exception?: StopException
  picture?: string
  /** The crew's note as `{ note }`, encrypted with the resident's key. */
  sealedNote?: string
  /** True if the crew's phone sent a position precise enough as proof. */
  placed?: true
  /** Distance in metres from the crew's phone to the bin, if known. */
  metres?: number
  /** True if the load had left before the server received the outcome. */
  afterLoad?: true
  vehicleId: string
  driverId: string
  at: string
}

export interface ReportRow extends Row {
  /** Reference that people can read out, such as `R-4K7M-9XPC`. */
  reference?: string
  userId: string
  zone: Zone
  status: ReportStatus
  open: boolean
  sealed: string
  timestamp: string
  collectedAt?: string
  collectedBy?: string
  /** True if a simulated resident sent the report, or if the simulated city collected it. */
  simulated?: true
  /** Schedules whose trucks are on the way to the bin. */
  scheduleIds?: readonly string[]
  /** True if the report was collected individually and no truck load includes it yet. */
  loose?: true | undefined
  /** True if the account that reported is unconfirmed. */
  unconfirmed?: true
  /** Set if the report was made by phone, also after reopening. */
  via?: 'phone'
  /**
   * True if the report was reopened and continues as another row.
   * Lists then omit the old row.
   */
  replaced: boolean
  /**
   * Time at which the report was reopened.
   * Absent if it continues no earlier report.
   */
  reopenedAt?: string
  /** Id of the last schedule whose truck started for the report. */
  roundId?: string
  /** Id of the delivery that contains the report's waste. */
  deliveryId?: string
  /** Outcome that the driver last recorded at the bin. */
  served?: StopOutcomeRow
  /** Set if the resident disputes the collection. */
  disputed?: true
}

/**
 * Returns an open report's row with changed ids of schedules.
 * The report is in progress if a truck is on the way to it, otherwise new.
 */
function withSchedules(row: Readonly<ReportRow> | undefined, scheduleIds: (before: readonly string[]) => string[]) {
  if (!row?.open) return undefined
  const after = scheduleIds(row.scheduleIds ?? [])
  const status: ReportStatus = after.length > 0 ? 'in-progress' : 'new'
  return { ...row, status, scheduleIds: after }
}

/** Removes schedules whose trucks no longer come. */
const withoutSchedules = (row: Readonly<ReportRow> | undefined, scheduleIds: readonly string[]) =>
  withSchedules(row, (before) => before.filter((id) => !scheduleIds.includes(id)))

/**
 * Marks a report as collected.
 * The earliest collection counts, whatever the order of events.
 */
function collected(row: Readonly<ReportRow> | undefined, collectedAt: string, collectedBy: string) {
  if (!row || row.replaced) return undefined
  const { collectedAt: known = collectedAt, collectedBy: knownBy = collectedBy } = row
  if (!row.open && (known < collectedAt || (known === collectedAt && knownBy <= collectedBy))) return undefined
  return { ...row, status: 'collected' as const, open: false, collectedAt, collectedBy }
}

/** Marks a report as collected with a load, even if it was already marked individually. */
function collectedWithLoad(row: Readonly<ReportRow> | undefined, collectedAt: string, collectedBy: string) {
  const after = collected(row, collectedAt, collectedBy) ?? (row?.loose ? row : undefined)
  return after && { ...after, loose: undefined }
}

const asReplaced = (row: Readonly<ReportRow>) => ({
  ...row,
  open: false,
  replaced: true,
  loose: undefined,
  collectedAt: undefined,
})

const reopenedRow = ({ data, meta }: RecordedEvent<'ReportReopened'>) => ({
  ...simulatedMarkOf({ meta }),
  id: data.reportId,
  reference: referenceOf('report', data.reportId),
  userId: data.userId,
  zone: data.zone,
  status: 'new' as const,
  open: true,
  sealed: data.sealed,
  timestamp: data.reportedAt,
  unconfirmed: data.unconfirmed,
  ...(data.via && { via: data.via }),
  replaced: false,
  reopenedAt: data.reopenedAt,
  ...(data.reason === 'not-collected' && { disputed: true as const }),
})

/**
 * Sets the delivery that includes a collected report.
 * If two deliveries include the report, the lower id wins, in any order of events.
 */
function inLoad(row: Readonly<ReportRow> | undefined, deliveryId: string) {
  if (!row || row.replaced || (row.deliveryId !== undefined && row.deliveryId <= deliveryId)) return undefined
  return { ...row, deliveryId }
}

type Loads = EventData<'TruckDispatched'>['loads']

const deliveriesByLoads = new WeakMap<Loads, ReadonlyMap<string, string>>()

/**
 * Returns a map from report id to the id of the delivery that contains the report.
 * Caches the map, because a load may have thousands of reports.
 */
function deliveriesOf(loads: Loads): ReadonlyMap<string, string> {
  const known = deliveriesByLoads.get(loads)
  if (known) return known
  const made = new Map(
    loads.flatMap(({ deliveryId, reportIds, markedIds = [] }) =>
      [...reportIds, ...markedIds].map((id) => [id, deliveryId] as const),
    ),
  )
  deliveriesByLoads.set(loads, made)
  return made
}

const servedOf = (data: EventData<'StopServed'>): StopOutcomeRow => ({
  outcome: data.outcome,
  exception: data.exception,
  picture: data.picture,
  sealedNote: data.sealedNote,
  ...(data.sealedFix && { placed: true }),
  metres: data.metres,
  ...(data.afterLoad && { afterLoad: true }),
  vehicleId: data.vehicleId,
  driverId: data.servedBy,
  at: data.servedAt,
})

export const reportsView = defineView<ReportRow>({
  name: 'reports',
  on: {
    BinReportedFull: {
      id: (data) => data.reportId,
      row: (_, { data, meta }) => ({
        ...simulatedMarkOf({ meta }),
        id: data.reportId,
        reference: referenceOf('report', data.reportId),
        userId: data.userId,
        zone: data.zone,
        status: 'new',
        open: true,
        sealed: data.sealed,
        timestamp: data.reportedAt,
        unconfirmed: data.unconfirmed,
        via: data.via,
        replaced: false,
      }),
    },
    ReportReopened: {
      id: ({ previousId, reportId }) => [previousId, reportId],
      row: (row, event, id) => (id === event.data.reportId ? reopenedRow(event) : row && asReplaced(row)),
    },
    ReportConfirmed: {
      id: (data) => data.reportId,
      row: (row) => row && { ...row, unconfirmed: undefined },
    },
    ReportCollected: {
      id: (data) => data.reportId,
      row(row, event) {
        const { collectedAt, collectedBy, dispatchId } = event.data
        const after = collected(row, collectedAt, collectedBy)
        if (!after) return undefined
        const isLoose = row?.open && dispatchId === undefined
        return { ...after, ...simulatedMarkOf(event), ...(isLoose && { loose: true as const }) }
      },
    },
    /**
     * Marks a load's reports as collected when the truck departs.
     * Later events of single bins change nothing.
     */
    TruckDispatched: {
      id: ({ loads, leftIds }) => [
        ...loads.flatMap(({ reportIds, markedIds = [] }) => [...reportIds, ...markedIds]),
        ...leftIds,
      ],
      row(row, event, id) {
        const { dispatchedAt, dispatchedBy, scheduleIds, leftIds, loads } = event.data
        const deliveryId = deliveriesOf(loads).get(id)
        // `leftIds` are the assigned reports that the truck did not collect.
        // A report collected individually is part of a load, so `leftIds` does not contain it.
        if (deliveryId === undefined) return leftIds.includes(id) ? withoutSchedules(row, scheduleIds) : undefined
        const after = collectedWithLoad(row, dispatchedAt, dispatchedBy)
        const loaded = inLoad(after ?? row, deliveryId)
        return after ? { ...after, ...loaded, ...simulatedMarkOf(event) } : loaded
      },
    },
    CollectionStarted: {
      id: (data) => data.reportIds,
      row(row, { data: { scheduleId } }) {
        const after = withSchedules(row, (before) => [...before, scheduleId])
        return after && { ...after, roundId: scheduleId }
      },
    },
    StopServed: {
      id: (data) => data.stopId,
      // After a corrected outcome, `stopId` is the id of the reopened report in the same collection.
      row: (row, { data, meta }) =>
        row && { ...row, ...simulatedMarkOf({ meta }), roundId: data.scheduleId, served: servedOf(data) },
    },
    CollectionCompleted: {
      id: (data) => data.reportIds,
      row: (row, { data }) => withoutSchedules(row, [data.scheduleId]),
    },
    CollectionCancelled: {
      id: (data) => data.reportIds,
      row: (row, { data }) => withoutSchedules(row, [data.scheduleId]),
    },
  },
})
