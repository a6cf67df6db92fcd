/**
 * Deliveries: one row per load, from departure to unloading.
 * The status only moves forward.
 */

import * as progress from '#contract/deliveries/delivery-progress.ts'
import type { EventData } from '#contract/events.ts'
import type { Delivery } from '#contract/views.ts'
import { referenceOf } from '#domain/reference.ts'
import { simulatedMarkOf } from '#platform/event-store/event-origin.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Sealer } from '#platform/sealing.ts'
import { defineView } from '../runner/view.ts'

export interface DeliveryRow extends Row, Delivery, progress.DeliveryProgress {
  /** Reference number for people to read and enter, such as `D-4K7M-9XPC`. */
  reference?: string
  /** True until the delivery arrives at the site. */
  underWay: boolean
  /** UTC day of arrival, such as `2026-01-05`, for queries of arrivals. */
  day?: string
  /** Reason of the last dispute, encrypted with its author's key. */
  disputeReason?: { personId: string; sealed: string }
}

/** Recomputes the fields that depend on the delivery's status. */
function withDerivedFields(row: Readonly<DeliveryRow>): DeliveryRow {
  const { status, arrivedAt } = row
  return { ...row, underWay: !progress.hasDeliveryArrived(status), day: arrivedAt?.slice(0, 10) }
}

/** Returns the row of a load at the truck's departure. */
function departingDelivery(
  { vehicleId: truckId, siteId: facilityId, loads, estimatedArrival, dispatchedAt }: EventData<'TruckDispatched'>,
  id: string,
): Omit<DeliveryRow, 'position'> | undefined {
  const load = loads.find(({ deliveryId }) => deliveryId === id)
  if (!load) return undefined
  const { zone, weight, measured = false, composition, status = 'in-transit', reportIds, alsoCollected = 0 } = load
  return {
    id,
    reference: referenceOf('delivery', id),
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
        const left = row ?? departingDelivery(event.data, id)
        return left && { ...left, ...simulatedMarkOf(event) }
      },
    },
    /**
     * Updates a delivery's weight and count of reports.
     * DeliveryCreated follows the outcomes of all its bins, even those of other trucks.
     */
    DeliveryCreated: {
      id: (data) => data.deliveryId,
      row: (row, { data: { weight, estimated, reportsCount } }) =>
        row && { ...row, reportsCount, ...(estimated && { [row.estimated ? 'weight' : 'estimatedWeight']: weight }) },
    },
    DeliveryMoved: {
      id: (data) => data.deliveryId,
      row: (row, { data }) => row && withDerivedFields(progress.applyDeliveryStatusChange(row, data)),
    },
    CompletionUndone: {
      id: (data) => data.deliveryId,
      row: (row) => row && withDerivedFields(progress.applyUndoneDeliveryCompletion(row)),
    },
    SiteCompositionUpdated: {
      id: (data) => data.arrived.map(({ deliveryId }) => deliveryId),
      row(row, { data }, id) {
        const share = data.arrived.find(({ deliveryId }) => deliveryId === id)
        return row && withDerivedFields(progress.applySiteUpdateToDelivery(row, data, share?.weight))
      },
    },
    DeliveryWeighed: {
      id: (data) => data.deliveryId,
      row: (row, { data }) => row && progress.applyDeliveryWeighing(row, data),
    },
    CompositionDisputed: {
      id: (data) => data.deliveryId,
      row: (row, { data }) =>
        row && {
          ...progress.applyDeliveryDispute(row, data),
          disputeReason: { personId: data.disputedBy, sealed: data.sealed },
        },
    },
    DisputeSettled: {
      id: (data) => data.deliveryId,
      row: (row, { data }) => row && progress.applyDeliveryDisputeSettlement(row, data),
    },
  },
})

/** Returns deliveries in row order, with decrypted dispute reasons. */
export async function decryptDeliveries(rows: readonly DeliveryRow[], sealer: Sealer): Promise<Delivery[]> {
  const reasons = rows.flatMap(({ disputeReason = [] }) => disputeReason)
  const opened = await sealer.open<{ reason: string }>(reasons)
  const reasonOf = new Map(reasons.map(({ sealed }, index) => [sealed, opened[index]?.reason]))
  return rows.map((row) => {
    const { position: _, underWay: __, day: ___, reference: ____, disputeReason, ...delivery } = row
    const { dispute } = delivery
    if (!dispute || !disputeReason) return delivery
    return { ...delivery, dispute: { ...dispute, reason: reasonOf.get(disputeReason.sealed) } }
  })
}
