/**
 * Delivery of a zone's load to a site, and its weighbridge ticket.
 * Its status advances from pending to completed.
 */

import * as progress from '#contract/deliveries/delivery-progress.ts'
import type { EventData } from '#contract/events.ts'
import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Delivery } from '#contract/views.ts'
import { BASE_KG, REPORT_KG } from '#domain/planning.ts'
import { defineAggregate } from '../kernel/category.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

export interface DeliveryState extends progress.DeliveryProgress {
  created?: EventData<'DeliveryCreated'>
  /** Data of the last weighing. */
  weighed?: EventData<'DeliveryWeighed'>
  /** Number of weighings. */
  weighings: number
  /**
   * The newest update of the site that is recorded on this delivery.
   * Its `arrivedAt` identifies the update; events of older logs lack it.
   * `corrects` is the number of a correction.
   */
  told?: { arrivedAt?: string | undefined; corrects?: number | undefined }
}

export const deliveryAggregate = defineAggregate<DeliveryState, 'delivery'>(
  'delivery',
  { status: 'pending', estimated: true, weighings: 0 },
  {
    DeliveryCreated: (state, created) => {
      const { status, weight, estimated, composition } = created
      return { ...state, created, status, weight, estimated, composition, compositionFrom: composition && 'load' }
    },
    DeliveryMoved: (state, data) => {
      const moved = progress.applyDeliveryStatusChange(state, data)
      return data.movedBy === 'system'
        ? { ...moved, told: { arrivedAt: data.arrivedAt, corrects: data.corrects } }
        : moved
    },
    CompletionUndone: progress.applyUndoneDeliveryCompletion,
    DeliveryWeighed: (state, weighed) => ({
      ...progress.applyDeliveryWeighing(state, weighed),
      weighed,
      weighings: state.weighings + 1,
    }),
    CompositionDisputed: progress.applyDeliveryDispute,
    DisputeSettled: progress.applyDeliveryDisputeSettlement,
  },
)

/** Returns estimated kg of a load from its number of reports. */
export const estimateLoadWeight = (reports: number) => BASE_KG + REPORT_KG * reports

/** Returns an id such as `COL-T001-3` for T001's third dispatch. */
export const dispatchIdOf = (vehicleId: string, number: number) => `COL-${vehicleId}-${number}`

/** Returns an id such as `DEL-T001-3-AN`, with the zone's code. */
export const deliveryIdOf = (vehicleId: string, number: number, code: string) => `DEL-${vehicleId}-${number}-${code}`

/** Returns the truck of a delivery; undefined for an invalid id. */
export const vehicleIdOfDelivery = (deliveryId: string) => /^DEL-([\w-]+)-\d+-[A-Z]+$/.exec(deliveryId)?.[1]

export function toDelivery(state: DeliveryState): Delivery | undefined {
  const { created, weighed: _, weighings: __, told: ___, ...known } = state
  if (!created) return undefined
  const { deliveryId: id, vehicleId: truckId, siteId: facilityId, zone, reportsCount } = created
  const { estimatedArrival, createdAt } = created
  return { id, truckId, facilityId, zone, reportsCount, estimatedArrival, createdAt, ...known }
}

/**
 * A weighbridge ticket, which records the weight of one delivery.
 * Each ticket number of a site has its own stream.
 */
export interface WeighTicketState {
  /** The delivery that was weighed with the ticket. */
  deliveryId?: string
}

export const weighTicketAggregate = defineAggregate<WeighTicketState, 'ticket'>(
  'ticket',
  {},
  { TicketUsed: (_, { deliveryId }) => ({ deliveryId }) },
)

export const weighTicketStreamOf = (siteId: string, number: string) =>
  weighTicketAggregate.stream(`${siteId}/${number}`)

interface UseTicket {
  siteId: string
  ticket: string
  deliveryId: string
  /** True if the ticket's delivery was weighed again with another ticket. */
  isGivenUp: boolean
}

/** UseTicket: assigns the ticket, unless another delivery still needs it. */
export const assignWeighTicket: Decider<UseTicket, WeighTicketState, 'ticket'> = (
  { isGivenUp, ...use },
  { deliveryId: owner },
  now,
) => {
  const { ticket, deliveryId } = use
  if (owner !== undefined && owner !== deliveryId && !isGivenUp)
    return reject('conflict', msg`Ticket ${{ ticket }} belongs to delivery ${{ owner }}.`, {
      ticket: msg`Used for another delivery`,
    })
  return [createEvent('TicketUsed', { ...use, usedAt: now.toISOString() })]
}
