/** Tells a delivery that its load arrived with a new composition of its site, which the site's stream says first. */

import { isRejection, reject } from '#contract/door/problems.ts'
import type { EventData } from '#contract/events.ts'
import { arrivalJobId, type SystemCommand } from '#contract/system-commands.ts'
import { hasArrived } from '#contract/waste/delivery-progress.ts'
import { hasType } from '#platform/event-store/event-store.ts'
import { type Decide, event } from '../kernel/decider.ts'
import { bySystem, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadFrom } from '../kernel/load.ts'
import { type DeliveryState, delivery } from '../streams/delivery.ts'
import { site } from '../streams/site.ts'

export type Arrival = Omit<Extract<SystemCommand, { type: 'ArriveDelivery' }>, 'type'>

/**
 * Decides what a delivery notes of an update of its site, once for each update.
 * It also notes one after it arrived: its weight may be measured, its composition still unknown.
 */
export const arriveDelivery: Decide<Arrival, DeliveryState, 'delivery'> = (command, state, now) => {
  const { deliveryId, composition, corrects, arrivedAt } = command
  if (!state.created) return reject('not-found', 'There is no such delivery.')
  // A job of a version before does not say which update it tells of.
  if (state.told && (arrivedAt === undefined || state.told.arrivedAt === arrivedAt)) return []
  // Corrected again meanwhile, and told of that.
  if (corrects !== undefined && (state.told?.arrivedAt ?? '') > (arrivedAt ?? '')) return []
  const status = hasArrived(state.status) ? state.status : 'arrived'
  const weight = state.estimated ? command.weight : undefined
  const movedAt = now.toISOString()
  const told = { weight, composition, corrects, arrivedAt }
  return [event('DeliveryMoved', { deliveryId, status, ...told, movedBy: 'system', movedAt })]
}

/** Tells a delivery of the updates of its site that came with it, where their jobs have not yet; under the ids of those jobs. */
export async function settleArrivals({ store, clock }: Pick<Kernel, 'store' | 'clock'>, deliveryId: string) {
  const stream = delivery.stream(deliveryId)
  const state = await loadFrom(store, stream, delivery)
  if (!state.created) return
  const { created, told } = state
  // Versions before did not say which update it was told of.
  if (told && told.arrivedAt === undefined) return
  const since = told?.arrivedAt ?? ''
  for (const logged of await store.readStream(site.stream(created.siteId))) {
    if (!hasType(logged, 'SiteCompositionUpdated') || logged.data.updatedAt <= since) continue
    const arrival = arrivalOf(logged.data, deliveryId)
    if (!arrival) continue
    const { siteId, number } = logged.data
    const isAboard = !hasArrived(state.status)
    const id = arrivalJobId({ deliveryId, siteId, number, corrects: arrival.corrects, isAboard })
    const decide = (now: DeliveryState) => arriveDelivery(arrival, now, clock())
    const settled = await handle(store, stream, delivery, decide, bySystem(`job/${id}`))
    if (isRejection(settled)) throw new Error(`${id}: ${settled.message}`)
  }
}

/** What an update of its site tells a delivery; undefined where it is not about it. */
function arrivalOf(update: EventData<'SiteCompositionUpdated'>, deliveryId: string): Arrival | undefined {
  const { composition, corrects, arrived, updatedAt: arrivedAt } = update
  const own = arrived.find((one) => one.deliveryId === deliveryId)
  return own && { deliveryId, weight: own.weight, composition, corrects: corrects && update.number, arrivedAt }
}
