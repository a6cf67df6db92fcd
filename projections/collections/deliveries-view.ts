/** Deliveries: one row per load, from its truck's leaving to its unloading; it only ever moves forward. */

import type { EventData } from '#contract/events.ts'
import { type Delivery, disputeOf, weighingOf } from '#contract/views.ts'
import { simulatedBy } from '#platform/event-store/simulated.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Sealer } from '#platform/sealing.ts'
import { DELIVERY_STATUSES, type DeliveryStatus } from '#rules/city.ts'
import { defineView } from '../runner/view.ts'

export interface DeliveryRow extends Row, Delivery {
  /** Not at its site yet. */
  underWay: boolean
  /** The day (UTC, `2026-01-05`) of its arrival: what came in is read by days. */
  day?: string
  /** Why its composition was disputed last, and by whom. */
  disputeReason?: { personId: string; sealed: string }
}

const stage = (status: DeliveryStatus) => DELIVERY_STATUSES.indexOf(status)

function moved(row: Readonly<DeliveryRow>, status: DeliveryStatus, at: string) {
  if (stage(status) <= stage(row.status)) return row
  const underWay = stage(status) < stage('arrived')
  const arrivedAt = underWay ? undefined : (row.arrivedAt ?? at)
  return { ...row, status, underWay, arrivedAt, day: arrivedAt?.slice(0, 10) }
}

/** With what was measured of it (kg), if anything was; what was estimated before stays told beside it. */
function measured(row: Readonly<DeliveryRow>, weight: number | undefined) {
  if (weight === undefined) return row
  return { ...row, weight, estimated: false, estimatedWeight: row.estimated ? row.weight : row.estimatedWeight }
}

/** With what was said of the site's waste when it arrived, where nobody has said more of the load itself. */
const composed = (row: Readonly<DeliveryRow>, composition: DeliveryRow['composition']) =>
  row.composition || !composition ? row : ({ ...row, composition, compositionFrom: 'site' } as const)

/** A load as it leaves. */
function leaving(
  { vehicleId: truckId, siteId: facilityId, loads, estimatedArrival, dispatchedAt }: EventData<'TruckDispatched'>,
  id: string,
): Omit<DeliveryRow, 'position'> | undefined {
  const load = loads.find(({ deliveryId }) => deliveryId === id)
  if (!load) return undefined
  const { zone, weight, measured = false, composition, status = 'in-transit', reportIds, alsoCollected = 0 } = load
  return {
    id,
    truckId,
    facilityId,
    zone,
    estimatedArrival,
    status,
    underWay: true,
    weight,
    estimated: !measured,
    composition,
    ...(composition && { compositionFrom: 'load' }),
    reportsCount: reportIds.length + alsoCollected,
    createdAt: dispatchedAt,
  }
}

export const deliveriesView = defineView<DeliveryRow>({
  name: 'deliveries',
  on: {
    TruckDispatched: {
      id: (data) => data.loads.map(({ deliveryId }) => deliveryId),
      row(row, event, id) {
        const left = row ?? leaving(event.data, id)
        return left && { ...left, ...simulatedBy(event) }
      },
    },
    /** Comes when every bin of the load was asked: some may have turned out to be aboard another truck. */
    DeliveryCreated: {
      id: (data) => data.deliveryId,
      row: (row, { data: { weight, estimated, reportsCount } }) =>
        row && { ...row, reportsCount, ...(estimated && { [row.estimated ? 'weight' : 'estimatedWeight']: weight }) },
    },
    DeliveryMoved: {
      id: (data) => data.deliveryId,
      row(row, { data: { status, weight, composition, movedAt } }) {
        if (!row) return undefined
        return composed(measured(moved(row, status, movedAt), weight), composition)
      },
    },
    SiteCompositionUpdated: {
      id: (data) => data.arrived.map(({ deliveryId }) => deliveryId),
      row(row, { data: { arrived, composition, updatedAt } }, id) {
        if (!row) return undefined
        const weight = arrived.find(({ deliveryId }) => deliveryId === id)?.weight
        // What was measured of it when it arrived before this stays.
        const known = !row.underWay && !row.estimated
        const there = measured(moved(row, 'arrived', updatedAt), known ? undefined : weight)
        return row.underWay ? composed(there, composition) : there
      },
    },
    DeliveryWeighed: {
      id: (data) => data.deliveryId,
      row: (row, { data }) => row && { ...measured(row, data.weight), weighing: weighingOf(data) },
    },
    CompositionDisputed: {
      id: (data) => data.deliveryId,
      row: (row, { data }) =>
        row && {
          ...row,
          dispute: disputeOf(data),
          disputeReason: { personId: data.disputedBy, sealed: data.sealed },
        },
    },
    DisputeSettled: {
      id: (data) => data.deliveryId,
      row(row, { data: { accepted, composition, settledAt } }) {
        if (!row?.dispute) return row
        const settled = {
          ...row,
          dispute: { ...row.dispute, status: accepted ? 'accepted' : 'rejected', settledAt },
        } as const
        return accepted ? { ...settled, composition, compositionFrom: composition && 'recycler' } : settled
      },
    },
  },
})

/** Rows as the wire has them, in their order. */
export async function openDeliveries(rows: readonly DeliveryRow[], sealer: Sealer): Promise<Delivery[]> {
  const reasons = rows.flatMap(({ disputeReason = [] }) => disputeReason)
  const opened = await sealer.open<{ reason: string }>(reasons)
  const reasonOf = new Map(reasons.map(({ sealed }, index) => [sealed, opened[index]?.reason]))
  return rows.map(({ position: _, underWay: __, day: ___, disputeReason, ...delivery }) => {
    const { dispute } = delivery
    if (!dispute || !disputeReason) return delivery
    return { ...delivery, dispute: { ...dispute, reason: reasonOf.get(disputeReason.sealed) } }
  })
}
