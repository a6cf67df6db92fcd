/**
 * Command ArriveDelivery: records that a delivery has arrived.
 * The site's stream has then already recorded the site update.
 */

import { hasDeliveryArrived } from '#contract/deliveries/delivery-progress.ts'
import type { EventData } from '#contract/events.ts'
import { isRejection, reject } from '#contract/http/problems.ts'
import { arrivalJobIdOf, type InternalCommand } from '#contract/internal-commands.ts'
import { msg } from '#contract/languages/message.ts'
import { hasType } from '#platform/event-store/event-store.ts'
import { type DeliveryState, deliveryAggregate } from '../aggregates/delivery.ts'
import { siteAggregate } from '../aggregates/site.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { createPolicyEnvelope, handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'

export type ArriveDeliveryCommand = Omit<Extract<InternalCommand, { type: 'ArriveDelivery' }>, 'type'>

/**
 * Records a site update on the delivery, once per update.
 * Does so even after arrival, because weight or composition may be missing.
 */
export const arriveDelivery: Decider<ArriveDeliveryCommand, DeliveryState, 'delivery'> = (command, state, now) => {
  const { deliveryId, composition, corrects, arrivedAt } = command
  if (!state.created) return reject('not-found', msg`There is no such delivery.`)
  // Ignores a site update that the delivery has already recorded.
  // Jobs that older versions queued lack `arrivedAt`.
  // For these jobs, any recorded update counts as the same update.
  if (state.told && (arrivedAt === undefined || state.told.arrivedAt === arrivedAt)) return []
  // Ignores a correction if a newer one was already recorded.
  // Compares numbers, because the clock may have been ahead.
  if (corrects !== undefined && corrects <= (state.told?.corrects ?? 0)) return []
  const status = hasDeliveryArrived(state.status) ? state.status : 'arrived'
  const weight = state.estimated ? command.weight : undefined
  const movedAt = now.toISOString()
  const told = { weight, composition, corrects, arrivedAt }
  return [createEvent('DeliveryMoved', { deliveryId, status, ...told, movedBy: 'system', movedAt })]
}

/**
 * Records site updates that the delivery's own stream still lacks, before the queued jobs do.
 * Uses the jobs' command ids, so the jobs then change nothing.
 */
export async function recordPendingArrivals({ store, clock }: Pick<Kernel, 'store' | 'clock'>, deliveryId: string) {
  const stream = deliveryAggregate.stream(deliveryId)
  const state = await loadState(store, stream, deliveryAggregate)
  if (!state.created) return
  const { created, told } = state
  // Earlier versions recorded no update time, so it is unknown which updates are missing.
  if (told && told.arrivedAt === undefined) return
  const updates = (await store.readStream(siteAggregate.stream(created.siteId))).flatMap((logged) =>
    hasType(logged, 'SiteCompositionUpdated') ? logged.data : [],
  )
  const isTold = ({ updatedAt, arrived }: EventData<'SiteCompositionUpdated'>) =>
    updatedAt === told?.arrivedAt && arrived.some((one) => one.deliveryId === deliveryId)
  for (const update of updates.slice(updates.findLastIndex(isTold) + 1)) {
    const arrival = arrivalOf(update, deliveryId)
    if (!arrival) continue
    const { siteId, number } = update
    const isAboard = !hasDeliveryArrived(state.status)
    const id = arrivalJobIdOf({ deliveryId, siteId, number, corrects: arrival.corrects, isAboard })
    const decide = (now: DeliveryState) => arriveDelivery(arrival, now, clock())
    const settled = await handleCommand(store, stream, deliveryAggregate, decide, createPolicyEnvelope(`job/${id}`))
    if (isRejection(settled)) throw new Error(`${id}: ${settled.message}`)
  }
}

/**
 * Returns what a site's composition update says about a delivery.
 * Undefined if it says nothing.
 */
function arrivalOf(update: EventData<'SiteCompositionUpdated'>, deliveryId: string): ArriveDeliveryCommand | undefined {
  const { composition, corrects, arrived, updatedAt: arrivedAt } = update
  const own = arrived.find((one) => one.deliveryId === deliveryId)
  return own && { deliveryId, weight: own.weight, composition, corrects: corrects && update.number, arrivedAt }
}
