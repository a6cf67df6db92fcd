/** Deliveries: one row per load, from its truck's leaving to its unloading; it only ever moves forward. */
import { DELIVERY_STATUSES, type DeliveryStatus } from '#contract/city.ts'
import type { EventData } from '#contract/events.ts'
import type { Delivery } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
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
      row: (row, data, id) => row ?? leaving(data, id),
    },
    /** Comes when every bin of the load was asked: some may have turned out to be aboard another truck. */
    DeliveryCreated: {
      id: (data) => data.deliveryId,
      row: (row, { weight, reportsCount }) =>
        row && { ...row, reportsCount, weight: row.estimated ? weight : row.weight },
    },
    DeliveryMoved: {
      id: (data) => data.deliveryId,
      row(row, { status, weight, movedAt }) {
        if (!row) return undefined
        const after = moved(row, status, movedAt)
        return weight === undefined ? after : { ...after, weight, estimated: false }
      },
    },
    SiteCompositionUpdated: {
      id: (data) => data.arrived.map(({ deliveryId }) => deliveryId),
      row: (row, { updatedAt }) => row && moved(row, 'arrived', updatedAt),
    },
  },
})

export const toDelivery = ({ position: _, underWay: __, ...delivery }: DeliveryRow): Delivery => delivery
