/** A delivery: one zone's load on its way to a site. It only ever moves forward, from pending to completed. */

import type { EventData } from '#contract/events.ts'
import type { Delivery } from '#contract/views.ts'
import { DELIVERY_STATUSES, type DeliveryStatus } from '#rules/city.ts'
import { BASE_KG, REPORT_KG } from '#rules/planning.ts'
import { category } from '../kernel/category.ts'

export interface DeliveryState {
  created?: EventData<'DeliveryCreated'>
  status: DeliveryStatus
  /** kg */
  weight?: number
  estimated: boolean
  /** kg, as it was estimated before it was measured */
  estimatedWeight?: number
  arrivedAt?: string
}

export const delivery = category<DeliveryState, 'delivery'>(
  'delivery',
  { status: 'pending', estimated: true },
  {
    DeliveryCreated: (_, created) => {
      const { status, weight, estimated } = created
      return { created, status, weight, estimated }
    },
    DeliveryMoved: (state, { status, weight, movedAt }) => {
      const moved = { ...state, status }
      const arrived = hasArrived(status) && !state.arrivedAt ? { ...moved, arrivedAt: movedAt } : moved
      if (weight === undefined) return arrived
      const estimatedWeight = state.estimated ? state.weight : state.estimatedWeight
      return { ...arrived, weight, estimated: false, estimatedWeight }
    },
  },
)

/** How far along a status is. */
export const stage = (status: DeliveryStatus) => DELIVERY_STATUSES.indexOf(status)
export const hasArrived = (status: DeliveryStatus) => stage(status) >= stage('arrived')

/** kg of a load that nobody has weighed, by the reports in it. */
export const estimatedWeight = (reports: number) => BASE_KG + REPORT_KG * reports

/** The dispatches of a truck are counted: the third of T001 is `COL-T001-3`. */
export const dispatchIdOf = (vehicleId: string, number: number) => `COL-${vehicleId}-${number}`

/** A delivery is named for its truck's dispatch and its zone's code: `DEL-T001-3-AN`. */
export const deliveryIdOf = (vehicleId: string, number: number, code: string) => `DEL-${vehicleId}-${number}-${code}`

/** The truck of a delivery, or undefined when the text is no delivery id. */
export const truckOf = (deliveryId: string) => /^DEL-([\w-]+)-\d+-[A-Z]+$/.exec(deliveryId)?.[1]

export function toDelivery({ created, ...progress }: DeliveryState): Delivery | undefined {
  if (!created) return undefined
  const { deliveryId: id, vehicleId: truckId, siteId: facilityId, zone, composition, reportsCount } = created
  const { estimatedArrival, createdAt } = created
  return { id, truckId, facilityId, zone, composition, reportsCount, estimatedArrival, createdAt, ...progress }
}
