/** A delivery: one zone's load on its way to a site. It only ever moves forward, from pending to completed. */

import type { EventData } from '#contract/events.ts'
import { type Delivery, disputeOf, weighingOf } from '#contract/views.ts'
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
  /** As the site's scales last weighed it. */
  weighed?: EventData<'DeliveryWeighed'>
  /** The dispute that nobody has answered yet. */
  disputed?: EventData<'CompositionDisputed'>
  /** percent by material, of what is in it; absent while nobody knows */
  composition?: Delivery['composition']
  compositionFrom?: Delivery['compositionFrom']
}

export const delivery = category<DeliveryState, 'delivery'>(
  'delivery',
  { status: 'pending', estimated: true },
  {
    DeliveryCreated: (_, created) => {
      const { status, weight, estimated, composition } = created
      return { created, status, weight, estimated, composition, compositionFrom: composition && 'load' }
    },
    DeliveryMoved: (state, { status, weight, composition, movedAt }) => {
      const known = composition && !state.composition ? ({ composition, compositionFrom: 'site' } as const) : {}
      const moved = { ...state, ...known, status }
      const arrived = hasArrived(status) && !state.arrivedAt ? { ...moved, arrivedAt: movedAt } : moved
      if (weight === undefined) return arrived
      const estimatedWeight = state.estimated ? state.weight : state.estimatedWeight
      return { ...arrived, weight, estimated: false, estimatedWeight }
    },
    DeliveryWeighed: (state, weighed) => ({
      ...state,
      weighed,
      weight: weighed.weight,
      estimated: false,
      estimatedWeight: state.estimated ? state.weight : state.estimatedWeight,
    }),
    CompositionDisputed: (state, disputed) => ({ ...state, disputed }),
    DisputeSettled: ({ disputed: _, ...state }, { accepted, composition }) =>
      accepted ? { ...state, composition, compositionFrom: composition && 'recycler' } : state,
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

export function toDelivery({ created, weighed, disputed, ...progress }: DeliveryState): Delivery | undefined {
  if (!created) return undefined
  const { deliveryId: id, vehicleId: truckId, siteId: facilityId, zone, reportsCount } = created
  const { estimatedArrival, createdAt } = created
  const weighing = weighed && weighingOf(weighed)
  const dispute = disputed && disputeOf(disputed)
  return { id, truckId, facilityId, zone, reportsCount, estimatedArrival, createdAt, ...progress, weighing, dispute }
}
