/** How each event moves a delivery on: its own stream and its row fold by these, so that the two never tell different things. */
import { DELIVERY_STATUSES, type DeliveryStatus } from '#rules/city.ts'
import type { EventData } from '../events.ts'
import { type Delivery, disputeOf, weighingOf } from '../views/deliveries.ts'

type Told = 'weight' | 'estimatedWeight' | 'weighing' | 'composition' | 'compositionFrom' | 'dispute' | 'arrivedAt'

/** As far as a delivery has come, and what is known of it by then. */
export type Progress = Pick<Delivery, 'status' | 'estimated' | Told>

/** How far along a status is. */
export const stage = (status: DeliveryStatus) => DELIVERY_STATUSES.indexOf(status)
export const hasArrived = (status: DeliveryStatus) => stage(status) >= stage('arrived')

/** Never back; of several who tell of its arrival the earliest time holds, whoever was heard first. */
function reached<P extends Progress>(delivery: P, status: DeliveryStatus, at: string): P {
  const further = stage(status) > stage(delivery.status) ? { ...delivery, status } : delivery
  const { arrivedAt = at } = delivery
  return hasArrived(status) ? { ...further, arrivedAt: at < arrivedAt ? at : arrivedAt } : further
}

/** With what was measured of it (kg), if anything was; what was estimated before stays told beside it. */
function measured<P extends Progress>(delivery: P, weight: number | undefined): P {
  if (weight === undefined) return delivery
  const { estimated, weight: before, estimatedWeight } = delivery
  return { ...delivery, weight, estimated: false, estimatedWeight: estimated ? before : estimatedWeight }
}

/**
 * With what was said of its site's waste when it arrived, unless somebody has said something of the load itself. What `corrects`
 * that takes its place.
 */
function composed<P extends Progress>(
  delivery: P,
  composition: Delivery['composition'],
  corrects: number | undefined,
): P {
  const { compositionFrom: from } = delivery
  const counts = from === undefined || (from === 'site' && corrects !== undefined)
  return composition && counts ? { ...delivery, composition, compositionFrom: 'site' } : delivery
}

/** Somebody moved it on, or it was told its own stream what came with its site's composition. */
export const afterMove = <P extends Progress>(delivery: P, data: EventData<'DeliveryMoved'>): P => {
  const { status, weight, composition, corrects, movedAt, arrivedAt = movedAt } = data
  return composed(measured(reached(delivery, status, arrivedAt), weight), composition, corrects)
}

/** That it was completed was a mistake; all that is known of it stays. */
export const afterUndoing = <P extends Progress>(delivery: P): P =>
  delivery.status === 'completed' ? { ...delivery, status: 'arrived' } : delivery

/**
 * It came with its site's new composition. `weight`: its share of what was measured, kg. A weight of its own, that a person
 * typed or the scales gave, stays.
 */
export const afterUpdate = <P extends Progress>(
  delivery: P,
  update: Pick<EventData<'SiteCompositionUpdated'>, 'composition' | 'corrects' | 'updatedAt'>,
  weight: number | undefined,
): P => {
  const there = reached(delivery, 'arrived', update.updatedAt)
  return composed(measured(there, delivery.estimated ? weight : undefined), update.composition, update.corrects)
}

export const afterWeighing = <P extends Progress>(delivery: P, data: EventData<'DeliveryWeighed'>): P => ({
  ...measured(delivery, data.weight),
  weighing: weighingOf(data),
})

export const afterDispute = <P extends Progress>(delivery: P, data: EventData<'CompositionDisputed'>): P => ({
  ...delivery,
  dispute: disputeOf(data),
})

/** Where the recyclers are right what they found holds, and where they did not sort it, nobody knows what is in it. */
export const afterSettlement = <P extends Progress>(delivery: P, data: EventData<'DisputeSettled'>): P => {
  const { accepted, composition, settledAt } = data
  const { dispute } = delivery
  const settled = {
    ...delivery,
    dispute: dispute && { ...dispute, status: accepted ? 'accepted' : 'rejected', settledAt },
  } as P
  return accepted ? { ...settled, composition, compositionFrom: 'recycler' } : settled
}
