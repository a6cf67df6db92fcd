/** A delivery: one zone's load on its way to a site. It only ever moves forward, from pending to completed. */

import type { EventData } from '#contract/events.ts'
import type { Delivery } from '#contract/views.ts'
import * as progress from '#contract/waste/delivery-progress.ts'
import { BASE_KG, REPORT_KG } from '#rules/planning.ts'
import { category } from '../kernel/category.ts'

export interface DeliveryState extends progress.Progress {
  created?: EventData<'DeliveryCreated'>
  /** As the site's scales last weighed it. */
  weighed?: EventData<'DeliveryWeighed'>
  /** How often they have. */
  weighings: number
  /** It was told what came with its site's composition, of this time. */
  told?: { arrivedAt?: string | undefined }
}

export const delivery = category<DeliveryState, 'delivery'>(
  'delivery',
  { status: 'pending', estimated: true, weighings: 0 },
  {
    DeliveryCreated: (state, created) => {
      const { status, weight, estimated, composition } = created
      return { ...state, created, status, weight, estimated, composition, compositionFrom: composition && 'load' }
    },
    DeliveryMoved: (state, data) => {
      const moved = progress.afterMove(state, data)
      return data.movedBy === 'system' ? { ...moved, told: { arrivedAt: data.arrivedAt } } : moved
    },
    CompletionUndone: progress.afterUndoing,
    DeliveryWeighed: (state, weighed) => ({
      ...progress.afterWeighing(state, weighed),
      weighed,
      weighings: state.weighings + 1,
    }),
    CompositionDisputed: progress.afterDispute,
    DisputeSettled: progress.afterSettlement,
  },
)

/** kg of a load that nobody has weighed, by the reports in it. */
export const estimatedWeight = (reports: number) => BASE_KG + REPORT_KG * reports

/** The dispatches of a truck are counted: the third of T001 is `COL-T001-3`. */
export const dispatchIdOf = (vehicleId: string, number: number) => `COL-${vehicleId}-${number}`

/** A delivery is named for its truck's dispatch and its zone's code: `DEL-T001-3-AN`. */
export const deliveryIdOf = (vehicleId: string, number: number, code: string) => `DEL-${vehicleId}-${number}-${code}`

/** The truck of a delivery, or undefined when the text is no delivery id. */
export const truckOf = (deliveryId: string) => /^DEL-([\w-]+)-\d+-[A-Z]+$/.exec(deliveryId)?.[1]

export function toDelivery(state: DeliveryState): Delivery | undefined {
  const { created, weighed: _, weighings: __, told: ___, ...known } = state
  if (!created) return undefined
  const { deliveryId: id, vehicleId: truckId, siteId: facilityId, zone, reportsCount } = created
  const { estimatedArrival, createdAt } = created
  return { id, truckId, facilityId, zone, reportsCount, estimatedArrival, createdAt, ...known }
}
