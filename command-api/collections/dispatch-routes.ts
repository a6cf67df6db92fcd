/** HTTP handlers of dispatches: mark all collected, complete by reports, and send a truck manually. */
import { isRejection, type Rejection, reject } from '#contract/door/problems.ts'
import type { Delivery } from '#contract/views.ts'
import type { Call, Handlers } from '#platform/http/api.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { delivery, toDelivery } from '../streams/delivery.ts'
import { INVALID_ZONE, isOpen, loadZone } from '../streams/zone.ts'
import { completeByReports } from './complete-by-reports.ts'
import { createDelivery, recordDelivery } from './create-delivery.ts'
import { deliveryRoutes } from './delivery-routes.ts'
import type { Loading } from './load-truck.ts'
import { type Dispatched, loadEverything, sendTruck } from './mark-all-collected.ts'

export function dispatchRoutes(kernel: Kernel): Handlers {
  return {
    async markAllCollected({ body, envelope }) {
      const command = { vehicleId: body.truckId, siteId: body.dumpingSiteId, load: loadEverything(kernel, body.zones) }
      const sent = await sendTruck(kernel, command, envelope)
      if (isRejection(sent)) return sent
      const updatedCount = sent.dispatch?.loads.reduce((sum, { reportIds }) => sum + reportIds.length, 0) ?? 0
      const deliveries = leaving(sent)
      return {
        updatedCount,
        message: messageOf(updatedCount, deliveries.length),
        deliveries,
        position: sent.position,
      }
    },

    async completeByReports({ body, envelope }) {
      const completed = await completeByReports(kernel, body.reportIds, envelope)
      if (isRejection(completed)) return completed
      const { completedSchedules, zones, position } = completed
      const message = `${completedSchedules} ${completedSchedules === 1 ? 'schedule' : 'schedules'} completed`
      return { message, completedSchedules, zones, position }
    },

    createDelivery: (call) => sendByHand(kernel, call),
    ...deliveryRoutes(kernel),
  }
}

function messageOf(count: number, deliveries: number): string {
  if (count > 0) return `${count} ${count === 1 ? 'report' : 'reports'} marked as collected`
  return deliveries > 0 ? 'The truck has left with what was marked before.' : 'There are no open reports.'
}

/** Returns the deliveries of a dispatch in their state at departure. */
function leaving({ dispatch }: Dispatched): Delivery[] {
  if (!dispatch) return []
  return dispatch.loads.flatMap((load) => {
    const events = createDelivery(
      { dispatch, load, takenByOthers: 0 },
      delivery.initial,
      new Date(dispatch.dispatchedAt),
    )
    const state = isRejection(events) ? delivery.initial : events.reduce(delivery.evolve, delivery.initial)
    return toDelivery(state) ?? []
  })
}

/**
 * Creates a manual delivery.
 * The truck leaves with the zone's reports that were marked one by one.
 */
async function sendByHand(
  kernel: Kernel,
  { body, envelope }: Call<'createDelivery'>,
): Promise<{ delivery: Delivery; position: number } | Rejection> {
  const { truckId: vehicleId, facilityId: siteId, zone, status, weight, composition, estimatedArrival } = body
  if (status !== 'pending' && status !== 'in-transit')
    return reject('bad-request', 'A new delivery is pending or in transit.', { status: 'Choose pending or in-transit' })
  const load = async (loading: Loading) => {
    const state = await loadZone(kernel.store, zone)
    if (!isOpen(state, zone)) return INVALID_ZONE
    const aboard = (await loading.take(zone, { ownOnly: true })) ?? { zone, code: state.opened.code, reportIds: [] }
    return isRejection(aboard) ? aboard : [{ ...aboard, weight, composition, status }]
  }
  const arrival = estimatedArrival && new Date(estimatedArrival).toISOString()
  const sent = await sendTruck(kernel, { vehicleId, siteId, load, estimatedArrival: arrival }, envelope)
  if (isRejection(sent)) return sent
  const [aboard] = sent.dispatch?.loads ?? []
  if (!sent.dispatch || !aboard) return reject('internal', 'The delivery was not recorded.')
  const recorded = await recordDelivery(kernel.store, { dispatch: sent.dispatch, load: aboard, takenByOthers: 0 })
  if (isRejection(recorded)) return recorded
  const answer = toDelivery(recorded.state)
  if (!answer) return reject('internal', 'The delivery was not recorded.')
  return { delivery: answer, position: Math.max(sent.position, recorded.position) }
}
