/** Deliveries: one row per load, from its truck's leaving to its unloading; it only ever moves forward. */

import type { EventData } from '#contract/events.ts'
import type { Delivery } from '#contract/views.ts'
import { simulatedBy } from '#platform/event-store/simulated.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { DELIVERY_STATUSES, type DeliveryStatus } from '#rules/city.ts'
import { defineView } from '../runner/view.ts'

export interface DeliveryRow extends Row, Delivery {
  /** Not at its site yet. */
  underWay: boolean
}

const stage = (status: DeliveryStatus) => DELIVERY_STATUSES.indexOf(status)

function moved(row: Readonly<DeliveryRow>, status: DeliveryStatus, at: string) {
  if (stage(status) <= stage(row.status)) return row
  const underWay = stage(status) < stage('arrived')
  return { ...row, status, underWay, arrivedAt: underWay ? undefined : (row.arrivedAt ?? at) }
}

/** With what was measured of it (kg), if anything was; what was estimated before stays told beside it. */
function measured(row: Readonly<DeliveryRow>, weight: number | undefined) {
  if (weight === undefined) return row
  return { ...row, weight, estimated: false, estimatedWeight: row.estimated ? row.weight : row.estimatedWeight }
}

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
      row(row, { data: { status, weight, movedAt } }) {
        if (!row) return undefined
        return measured(moved(row, status, movedAt), weight)
      },
    },
    SiteCompositionUpdated: {
      id: (data) => data.arrived.map(({ deliveryId }) => deliveryId),
      row(row, { data: { arrived, updatedAt } }, id) {
        if (!row) return undefined
        const weight = arrived.find(({ deliveryId }) => deliveryId === id)?.weight
        // What was measured of it when it arrived before this stays.
        const known = !row.underWay && !row.estimated
        return measured(moved(row, 'arrived', updatedAt), known ? undefined : weight)
      },
    },
  },
})

export const toDelivery = ({ position: _, underWay: __, ...delivery }: DeliveryRow): Delivery => delivery
