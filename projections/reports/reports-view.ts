/**
 * Reports: one row per bin report, open or collected.
 * Name and description are sealed under the resident's key.
 */

import type { EventData } from '#contract/events.ts'
import type { ReportStatus, Zone } from '#domain/city.ts'
import { referenceOf } from '#domain/reference.ts'
import type { StopException, StopOutcome } from '#domain/stop-outcomes.ts'
import type { RecordedEvent } from '#platform/event-store/event-store.ts'
import { simulatedMarkOf } from '#platform/event-store/simulated.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { defineView } from '../runner/view.ts'

/** Outcome of a stop with its proof. */
export interface ServedRow {
  outcome: StopOutcome
  exception?: StopException
  picture?: string
  /** {note}, under the resident's key. */
  sealedNote?: string
  /** The phone had a usable position. */
  placed?: true
  /** Distance of the phone from the place of the bin, if both are known. */
  metres?: number
  vehicleId: string
  driverId: string
  at: string
}

export interface ReportRow extends Row {
  /** Reference for people, such as `R-4K7M-9XPC`. */
  reference?: string
  userId: string
  zone: Zone
  status: ReportStatus
  open: boolean
  sealed: string
  timestamp: string
  collectedAt?: string
  collectedBy?: string
  /** Reported by a simulated resident or collected by the simulated city. */
  simulated?: true
  /** Schedules whose trucks are on the way. */
  scheduleIds?: readonly string[]
  /** Collected individually, and in no load yet. */
  loose?: true | undefined
  /** Set if the reporting account is unconfirmed. */
  unconfirmed?: true
  /** True if the report was reopened as another row; no list counts it. */
  replaced: boolean
  /** Time of reopening, when this row replaced an earlier one. */
  reopenedAt?: string
  /** The schedule whose truck last started for the report. */
  roundId?: string
  /** The load that it left with. */
  deliveryId?: string
  /** The driver's last word at the bin. */
  served?: ServedRow
  /** Set if the resident disputes the collection. */
  disputed?: true
}

/** Updates the status: in progress while a truck is on the way, otherwise new. */
function withSchedules(row: Readonly<ReportRow> | undefined, scheduleIds: (before: readonly string[]) => string[]) {
  if (!row?.open) return undefined
  const after = scheduleIds(row.scheduleIds ?? [])
  const status: ReportStatus = after.length > 0 ? 'in-progress' : 'new'
  return { ...row, status, scheduleIds: after }
}

/** Removes schedules whose trucks no longer come. */
const withoutSchedules = (row: Readonly<ReportRow> | undefined, scheduleIds: readonly string[]) =>
  withSchedules(row, (before) => before.filter((id) => !scheduleIds.includes(id)))

/** Marks a report collected; the earliest collection wins in any event order. */
function collected(row: Readonly<ReportRow> | undefined, collectedAt: string, collectedBy: string) {
  if (!row || row.replaced) return undefined
  const { collectedAt: known = collectedAt, collectedBy: knownBy = collectedBy } = row
  if (!row.open && (known < collectedAt || (known === collectedAt && knownBy <= collectedBy))) return undefined
  return { ...row, status: 'collected' as const, open: false, collectedAt, collectedBy }
}

/** Marks a report as collected with a load, also if collected before. */
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
  replaced: false,
  reopenedAt: data.reopenedAt,
  ...(data.reason === 'not-collected' && { disputed: true as const }),
})

/** Adds the load of a collected report; the same one of two in any event order. */
function inLoad(row: Readonly<ReportRow> | undefined, deliveryId: string) {
  if (!row || row.replaced || (row.deliveryId !== undefined && row.deliveryId <= deliveryId)) return undefined
  return { ...row, deliveryId }
}

type Loads = EventData<'TruckDispatched'>['loads']

const deliveriesByLoads = new WeakMap<Loads, ReadonlyMap<string, string>>()

/** Returns the delivery of each report aboard; computed once, because a load may have thousands. */
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

const servedOf = (data: EventData<'StopServed'>): ServedRow => ({
  outcome: data.outcome,
  exception: data.exception,
  picture: data.picture,
  sealedNote: data.sealedNote,
  ...(data.sealedFix && { placed: true }),
  metres: data.metres,
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
     * Collects all reports of the load at departure.
     * Later events of single bins repeat this without effect.
     */
    TruckDispatched: {
      id: ({ loads, leftIds }) => [
        ...loads.flatMap(({ reportIds, markedIds = [] }) => [...reportIds, ...markedIds]),
        ...leftIds,
      ],
      row(row, event, id) {
        const { dispatchedAt, dispatchedBy, scheduleIds, leftIds, loads } = event.data
        const deliveryId = deliveriesOf(loads).get(id)
        // A report that was marked one by one is aboard, although its truck left it when it departed.
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
      // A corrected stop is another row, which belongs to the same round.
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
