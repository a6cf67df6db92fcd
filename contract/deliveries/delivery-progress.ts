/**
 * Folds the events of a delivery.
 * Commands and views use the same functions, so that they agree.
 */
import { DELIVERY_STATUSES, type DeliveryStatus } from '#domain/city.ts'
import type { EventData } from '../events.ts'
import { type Delivery, disputeOf, weighingOf } from './views.ts'

type KnownFields =
  | 'weight'
  | 'estimatedWeight'
  | 'weighing'
  | 'composition'
  | 'compositionFrom'
  | 'dispute'
  | 'arrivedAt'

/** Fields of a delivery that its events change, such as status, weight and composition. */
export type DeliveryProgress = Pick<Delivery, 'status' | 'estimated' | KnownFields>

/** Returns a number that orders statuses, from pending to completed. */
export const deliveryStatusRankOf = (status: DeliveryStatus) => DELIVERY_STATUSES.indexOf(status)
export const hasDeliveryArrived = (status: DeliveryStatus) =>
  deliveryStatusRankOf(status) >= deliveryStatusRankOf('arrived')

/**
 * Advances the status; it never goes back.
 * Of several arrival times, the earliest counts, whatever the event order.
 */
function reached<P extends DeliveryProgress>(delivery: P, status: DeliveryStatus, at: string): P {
  const further =
    deliveryStatusRankOf(status) > deliveryStatusRankOf(delivery.status) ? { ...delivery, status } : delivery
  const { arrivedAt = at } = delivery
  return hasDeliveryArrived(status) ? { ...further, arrivedAt: at < arrivedAt ? at : arrivedAt } : further
}

/**
 * Replaces the weight by a measured weight (kg) and keeps the estimated weight.
 * Without a measured weight, returns the delivery unchanged.
 */
function measured<P extends DeliveryProgress>(delivery: P, weight: number | undefined): P {
  if (weight === undefined) return delivery
  const { estimated, weight: before, estimatedWeight } = delivery
  return { ...delivery, weight, estimated: false, estimatedWeight: estimated ? before : estimatedWeight }
}

/**
 * Uses the site's composition on arrival, unless the load has its own.
 * A correction replaces the site's earlier composition.
 */
function composed<P extends DeliveryProgress>(
  delivery: P,
  composition: Delivery['composition'],
  corrects: number | undefined,
): P {
  const { compositionFrom: from } = delivery
  const counts = from === undefined || (from === 'site' && corrects !== undefined)
  return composition && counts ? { ...delivery, composition, compositionFrom: 'site' } : delivery
}

/** Applies a change of the delivery's status, made by hand or by a site update on arrival. */
export const applyDeliveryStatusChange = <P extends DeliveryProgress>(
  delivery: P,
  data: EventData<'DeliveryMoved'>,
): P => {
  const { status, weight, composition, corrects, movedAt, arrivedAt = movedAt } = data
  return composed(measured(reached(delivery, status, arrivedAt), weight), composition, corrects)
}

/**
 * Sets a delivery that was completed by mistake back to arrived.
 * Its other data stays.
 */
export const applyUndoneDeliveryCompletion = <P extends DeliveryProgress>(delivery: P): P =>
  delivery.status === 'completed' ? { ...delivery, status: 'arrived' } : delivery

/**
 * Applies a site's composition update to a delivery that arrived with this update.
 * `weight` is the delivery's share of the measured kg.
 * It replaces an estimated weight, but not a measured one.
 */
export const applySiteUpdateToDelivery = <P extends DeliveryProgress>(
  delivery: P,
  update: Pick<EventData<'SiteCompositionUpdated'>, 'composition' | 'corrects' | 'updatedAt'>,
  weight: number | undefined,
): P => {
  const there = reached(delivery, 'arrived', update.updatedAt)
  return composed(measured(there, delivery.estimated ? weight : undefined), update.composition, update.corrects)
}

export const applyDeliveryWeighing = <P extends DeliveryProgress>(
  delivery: P,
  data: EventData<'DeliveryWeighed'>,
): P => ({
  ...measured(delivery, data.weight),
  weighing: weighingOf(data),
})

export const applyDeliveryDispute = <P extends DeliveryProgress>(
  delivery: P,
  data: EventData<'CompositionDisputed'>,
): P => ({
  ...delivery,
  dispute: disputeOf(data),
})

/**
 * Applies the settlement of a dispute about a load's composition.
 * If the dispute was accepted, the recyclers' composition applies.
 * If the recyclers did not sort the load, the composition becomes unknown.
 */
export const applyDeliveryDisputeSettlement = <P extends DeliveryProgress>(
  delivery: P,
  data: EventData<'DisputeSettled'>,
): P => {
  const { accepted, composition, settledAt } = data
  const { dispute } = delivery
  const settled = {
    ...delivery,
    dispute: dispute && { ...dispute, status: accepted ? 'accepted' : 'rejected', settledAt },
  } as P
  return accepted ? { ...settled, composition, compositionFrom: 'recycler' } : settled
}
