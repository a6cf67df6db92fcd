/** HTTP handlers of schedules, dispatches, and deliveries. */

import type { EventOf } from '#contract/events.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { type Message, msg, plural } from '#contract/languages/message.ts'
import type { Delivery } from '#contract/views.ts'
import { vehicleIdOfSchedule } from '#domain/planning.ts'
import type { Principal } from '#platform/auth/tokens.ts'
import type { EndpointCall, Handlers } from '#platform/http/api.ts'
import { type Bin, handleBinCommand, reporterOf } from '../aggregates/bin.ts'
import { type DeliveryState, deliveryAggregate, toDelivery } from '../aggregates/delivery.ts'
import { createTruckAndScheduleAggregate, type TruckAndSchedule, toSchedules } from '../aggregates/schedule.ts'
import { type Vehicle, vehicleAggregate } from '../aggregates/vehicle.ts'
import { INVALID_ZONE_REJECTION, isZoneOpen, loadZone } from '../aggregates/zone.ts'
import { type CommandResult, handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { refuseClosedSite } from '../lookups/city.ts'
import { createReportBurstHandlers } from './burst.ts'
import { changeSchedule } from './change-schedule.ts'
import { completeSchedulesByReports } from './complete-by-reports.ts'
import { createDelivery, handleDeliveryCommand, recordDelivery } from './create-delivery.ts'
import { refuseLoads } from './dispatch-truck.ts'
import { disputeComposition, settleDispute } from './dispute-composition.ts'
import type { TruckLoadClaimer } from './load-truck.ts'
import { createOpenReportsClaimer, type DispatchResult, handleDispatchTruck } from './mark-all-collected.ts'
import { markCollected } from './mark-collected.ts'
import { handleDeliveryStatusChange } from './move-delivery.ts'
import { changeScheduleStatus } from './move-schedule.ts'
import { rescheduleCollection } from './reschedule.ts'
import { scheduleCollection } from './schedule-collection.ts'
import { handleUndoScheduleCancellation } from './undo-cancellation.ts'
import { undoDeliveryCompletion } from './undo-completion.ts'
import { handleWeighDelivery } from './weigh-delivery.ts'

export function createCollectionHandlers(kernel: Kernel): Handlers {
  const { store, sealer, clock } = kernel

  async function answerSchedule(changed: CommandResult<TruckAndSchedule> | Rejection) {
    if (isRejection(changed)) return changed
    const [schedule] = await toSchedules(changed.state.schedule ? [changed.state.schedule] : [], sealer)
    return schedule ? { schedule, position: changed.position } : reject('not-found', msg`There is no such schedule.`)
  }

  return {
    ...dispatchRoutes(kernel),
    ...createReportBurstHandlers(kernel),

    async markReport({ params: { id: reportId }, body, principal, envelope }) {
      const reporter = reporterOf(reportId)
      if (!reporter) return reject('not-found', msg`There is no such report.`)
      const siteId = body.dumpingSiteId
      const command = { reportId, collectedBy: principal.userId, siteId }
      const gather = async () => {
        const refused = siteId ? await refuseClosedSite(kernel, siteId) : undefined
        return refused ?? {}
      }
      const decide = (state: Bin) => markCollected(command, state, clock())
      const handled = await handleBinCommand(kernel, reporter, { gather, decide }, envelope)
      if (isRejection(handled)) return handled
      const collected = handled.events.find(
        (event): event is EventOf<'ReportCollected'> => event.type === 'ReportCollected',
      )
      if (!collected) return reject('internal', msg`The collection was not recorded.`)
      const { userId, zone, reportedAt: timestamp, collectedAt } = collected.data
      return {
        report: { id: reportId, userId, zone, timestamp, collectedAt, status: 'collected' },
        position: handled.position,
      }
    },

    async scheduleCollection({ body, envelope }) {
      const scheduled = await scheduleCollection(kernel, body, envelope)
      if (isRejection(scheduled)) return scheduled
      return { schedules: await toSchedules(scheduled.schedules, sealer), position: scheduled.position }
    },

    async changeSchedule({ params: { id: scheduleId }, body, envelope }) {
      return answerSchedule(await changeSchedule(kernel, { scheduleId, ...body }, changeScheduleStatus, envelope))
    },

    async undoCancellation({ params: { id: scheduleId }, envelope }) {
      return answerSchedule(await handleUndoScheduleCancellation(kernel, scheduleId, envelope))
    },

    async reschedule({ params: { id: scheduleId }, body, principal, envelope }) {
      const vehicleId = vehicleIdOfSchedule(scheduleId)
      if (!vehicleId) return reject('not-found', msg`There is no such schedule.`)
      const command = { start: new Date(body.scheduledStart), by: principal.userId }
      const decide = (state: TruckAndSchedule) => rescheduleCollection(command, state, clock())
      return answerSchedule(
        await handleCommand(
          store,
          vehicleAggregate.stream(vehicleId),
          createTruckAndScheduleAggregate(scheduleId),
          decide,
          envelope,
        ),
      )
    },
  }
}

/** HTTP handlers that mark all collected, complete schedules, or send a truck. */
function dispatchRoutes(kernel: Kernel): Handlers {
  return {
    async markAllCollected({ body, envelope }) {
      const command = {
        vehicleId: body.truckId,
        siteId: body.dumpingSiteId,
        load: createOpenReportsClaimer(kernel, body.zones),
      }
      const sent = await handleDispatchTruck(kernel, command, envelope)
      if (isRejection(sent)) return sent
      const updatedCount = sent.dispatch?.loads.reduce((sum, { reportIds }) => sum + reportIds.length, 0) ?? 0
      const deliveries = toDepartingDeliveries(sent)
      return {
        updatedCount,
        message: markedReportsMessage(updatedCount, deliveries.length),
        deliveries,
        position: sent.position,
      }
    },

    async completeByReports({ body, envelope }) {
      const completed = await completeSchedulesByReports(kernel, body.reportIds, envelope)
      if (isRejection(completed)) return completed
      const { completedSchedules, zones, position } = completed
      const message = msg`${plural({ completedSchedules }, { one: '# schedule completed', other: '# schedules completed' })}`
      return { message, completedSchedules, zones, position }
    },

    createDelivery: (call) => sendByHand(kernel, call),
    ...createDeliveryHandlers(kernel),
  }
}

function markedReportsMessage(count: number, deliveries: number): Message {
  if (count > 0)
    return msg`${plural({ count }, { one: '# report marked as collected', other: '# reports marked as collected' })}`
  return deliveries > 0
    ? msg`The truck has already left with the reports marked earlier.`
    : msg`There are no open reports.`
}

/** Returns a dispatch's deliveries as of the truck's departure. */
function toDepartingDeliveries({ dispatch }: DispatchResult): Delivery[] {
  if (!dispatch) return []
  return dispatch.loads.flatMap((load) => {
    const events = createDelivery(
      { dispatch, load, takenByOthers: 0 },
      deliveryAggregate.initial,
      new Date(dispatch.dispatchedAt),
    )
    const state = isRejection(events)
      ? deliveryAggregate.initial
      : events.reduce(deliveryAggregate.evolve, deliveryAggregate.initial)
    return toDelivery(state) ?? []
  })
}

/**
 * Creates a delivery by hand.
 * The truck takes the zone's reports that were marked individually.
 */
async function sendByHand(
  kernel: Kernel,
  { body, envelope }: EndpointCall<'createDelivery'>,
): Promise<{ delivery: Delivery; position: number } | Rejection> {
  const { truckId: vehicleId, facilityId: siteId, zone, status, weight, composition, estimatedArrival } = body
  if (status !== 'pending' && status !== 'in-transit')
    return reject('bad-request', msg`A new delivery must be pending or in transit.`, {
      status: msg`Choose pending or in-transit`,
    })
  const load = async (loading: TruckLoadClaimer) => {
    const state = await loadZone(kernel.store, zone)
    if (!isZoneOpen(state, zone)) return INVALID_ZONE_REJECTION
    const aboard = (await loading.take(zone, { ownOnly: true })) ?? { zone, code: state.opened.code, reportIds: [] }
    return isRejection(aboard) ? aboard : [{ ...aboard, weight, composition, status }]
  }
  const arrival = estimatedArrival && new Date(estimatedArrival).toISOString()
  // Refuses the load before the truck claims any reports.
  const refuse = (truck: Vehicle) =>
    refuseLoads({ loads: [{ weight }], estimatedArrival: arrival }, truck, kernel.clock())
  const command = { vehicleId, siteId, load, refuse, estimatedArrival: arrival }
  const sent = await handleDispatchTruck(kernel, command, envelope)
  if (isRejection(sent)) return sent
  const [aboard] = sent.dispatch?.loads ?? []
  if (!sent.dispatch || !aboard) return reject('internal', msg`The delivery was not recorded.`)
  const recorded = await recordDelivery(kernel.store, { dispatch: sent.dispatch, load: aboard, takenByOthers: 0 })
  if (isRejection(recorded)) return recorded
  const answer = toDelivery(recorded.state)
  if (!answer) return reject('internal', msg`The delivery was not recorded.`)
  return { delivery: answer, position: Math.max(sent.position, recorded.position) }
}

/**
 * Returns the only site that a recycler may see, their own facility.
 * Without a facility, a recycler sees none.
 */
const ownSiteOf = ({ role, facility = '' }: Principal) => ({ ownSite: role === 'recycler' ? facility : undefined })

function answerDelivery(handled: CommandResult<DeliveryState> | Rejection) {
  if (isRejection(handled)) return handled
  const delivery = toDelivery(handled.state)
  return delivery ? { delivery, position: handled.position } : reject('not-found', msg`There is no such delivery.`)
}

export function createDeliveryHandlers(kernel: Kernel): Handlers {
  const { sealer, clock } = kernel
  return {
    async moveDelivery({ params: { id: deliveryId }, body, principal, envelope }) {
      const command = { deliveryId, ...body, movedBy: principal.userId, ...ownSiteOf(principal) }
      return answerDelivery(await handleDeliveryStatusChange(kernel, command, envelope))
    },

    async undoCompletion({ params: { id: deliveryId }, principal, envelope }) {
      const command = { deliveryId, undoneBy: principal.userId, ...ownSiteOf(principal) }
      const decide = (state: DeliveryState) => undoDeliveryCompletion(command, state, clock())
      return answerDelivery(await handleDeliveryCommand(kernel, deliveryId, decide, envelope))
    },

    async weighDelivery({ params: { id: deliveryId }, body, principal, envelope }) {
      const command = { deliveryId, ...body, weighedBy: principal.userId, ...ownSiteOf(principal) }
      return answerDelivery(await handleWeighDelivery(kernel, command, envelope))
    },

    async disputeComposition({ params: { id: deliveryId }, body: { reason, composition }, principal, envelope }) {
      const disputedBy = principal.userId
      const sealed = await sealer.seal(disputedBy, { reason })
      const command = { deliveryId, composition, sealed, disputedBy, ...ownSiteOf(principal) }
      const decide = (state: DeliveryState) => disputeComposition(command, state, clock())
      return answerDelivery(await handleDeliveryCommand(kernel, deliveryId, decide, envelope))
    },

    async settleDispute({ params: { id: deliveryId }, body, principal, envelope }) {
      const command = { deliveryId, ...body, settledBy: principal.userId }
      const decide = (state: DeliveryState) => settleDispute(command, state, clock())
      return answerDelivery(await handleDeliveryCommand(kernel, deliveryId, decide, envelope))
    },
  }
}
