/**
 * HTTP handlers of a shift's steps, from departure to end.
 * They run dispatcher commands for the driver's own truck.
 */
import { hasDeliveryArrived } from '#contract/deliveries/delivery-progress.ts'
import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { vehicleIdOfSchedule } from '#domain/planning.ts'
import type { Handlers } from '#platform/http/api.ts'
import { deliveryAggregate, dispatchIdOf } from '../aggregates/delivery.ts'
import {
  handleAssignmentCommand,
  loadDriverAssignments,
  loadVehicleOfDriver,
  NO_TRUCK_REJECTION,
  releaseDriver,
  vehicleIdOfDriver,
  vehicleIdsOfDriverSince,
} from '../aggregates/drivers.ts'
import { truckRoundsFold } from '../aggregates/rounds.ts'
import { findTruckDispatch, type Vehicle, vehicleAggregate } from '../aggregates/vehicle.ts'
import { handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasCommand, loadState } from '../kernel/load.ts'
import { changeSchedule } from '../schedules/change-schedule.ts'
import type { TruckLoadClaimer } from '../schedules/load-truck.ts'
import { handleDispatchTruck } from '../schedules/mark-all-collected.ts'
import { handleDeliveryStatusChange } from '../schedules/move-delivery.ts'
import { changeScheduleStatus } from '../schedules/move-schedule.ts'
import { scheduleCollection } from '../schedules/schedule-collection.ts'
import { endShift } from './end-shift.ts'

const OTHER_TRUCKS_COLLECTION = reject('forbidden', msg`This collection belongs to another truck.`)
const NOT_UNDER_WAY = reject('conflict', msg`Your truck has no collection now.`)
const NO_LOAD = reject('conflict', msg`Your truck has no load under way.`)

export function createShiftHandlers(kernel: Kernel): Handlers {
  const { store, clock } = kernel

  const loadTruckState = (vehicleId: string) => loadState(store, vehicleAggregate.stream(vehicleId), vehicleAggregate)

  return {
    async depart({ body: { scheduleId }, principal: { userId }, envelope }) {
      const vehicleId = await loadVehicleOfDriver(kernel, userId)
      if (!vehicleId) return NO_TRUCK_REJECTION
      if (vehicleIdOfSchedule(scheduleId) !== vehicleId) return OTHER_TRUCKS_COLLECTION
      const started = await changeSchedule(
        kernel,
        { scheduleId, status: 'in-progress' },
        changeScheduleStatus,
        envelope,
      )
      if (isRejection(started)) return started
      return { message: msg`The collection has started.`, scheduleId, position: started.position }
    },

    async deliverLoad({ body: { siteId, scheduleId: named }, principal: { userId }, envelope }) {
      const vehicleId = await loadVehicleOfDriver(kernel, userId)
      if (!vehicleId) return NO_TRUCK_REJECTION
      const { collection, scheduleId, boundFor } = await loadTruckState(vehicleId)
      if (named !== undefined && named !== scheduleId) {
        const round = await findRound(vehicleId, named)
        return round?.endedAt
          ? { message: msg`This collection has ended already.`, position: 0 }
          : OTHER_TRUCKS_COLLECTION
      }
      // A repeated command finds the truck already on its way.
      if (!scheduleId || !collection?.startedAt)
        return boundFor ? { message: msg`You are on your way to ${{ site: boundFor }}.`, position: 0 } : NOT_UNDER_WAY
      const { zone } = collection.planned
      const isPlanned = siteId === undefined || siteId === collection.planned.siteId
      const left = isPlanned
        ? await changeSchedule(kernel, { scheduleId, status: 'completed' }, changeScheduleStatus, envelope)
        : await handleDispatchTruck(kernel, { vehicleId, siteId, load: loadOwn(zone) }, envelope)
      if (isRejection(left)) return left
      const sent = left.events.find((one) => one.type === 'TruckDispatched')
      const to = sent?.type === 'TruckDispatched' ? sent.data.siteId : undefined
      return {
        message: to ? msg`You are on your way to ${{ site: to }}.` : msg`The collection has ended without a load.`,
        position: left.position,
      }
    },

    async unloadTruck({ body: { scheduleId }, principal: { userId }, envelope }) {
      const vehicleId = await loadVehicleOfDriver(kernel, userId)
      if (!vehicleId) return NO_TRUCK_REJECTION
      const sent = await (scheduleId === undefined ? lastDispatch(vehicleId) : dispatchOf(vehicleId, scheduleId))
      if (!sent) return NO_LOAD
      let position = 0
      for (const { deliveryId } of sent.loads) {
        // The site may already have recorded that the load arrived.
        const { status } = await loadState(store, deliveryAggregate.stream(deliveryId), deliveryAggregate)
        if (hasDeliveryArrived(status)) continue
        const command = { deliveryId, status: 'arrived' as const, movedBy: userId }
        const moved = await handleDeliveryStatusChange(kernel, command, envelope)
        if (isRejection(moved)) return moved
        position = Math.max(position, moved.position)
      }
      return { message: msg`Your load has arrived at ${{ site: sent.siteId }}.`, position }
    },

    async planNextTrip({ principal: { userId }, envelope }) {
      const vehicleId = await loadVehicleOfDriver(kernel, userId)
      if (!vehicleId) return NO_TRUCK_REJECTION
      const { rounds } = await loadState(store, vehicleAggregate.stream(vehicleId), truckRoundsFold)
      const last = rounds.at(-1)
      if (!last) return reject('conflict', msg`Your truck has had no collection yet. Ask a dispatcher.`)
      const start = clock().toISOString()
      const command = { zone: last.zone, vehicleIds: [vehicleId], scheduledStart: start }
      const planned = await scheduleCollection(kernel, command, envelope)
      if (isRejection(planned)) return planned
      const own = planned.schedules.map((schedule) => schedule.planned).find((plan) => plan.vehicleId === vehicleId)
      if (!own) return reject('conflict', msg`No next trip could be planned for your truck. Ask a dispatcher.`)
      return {
        message: msg`Next trip to ${{ zone: own.zone }}.`,
        scheduleId: own.scheduleId,
        position: planned.position,
      }
    },

    async endShift({ body, principal: { userId }, envelope }) {
      const vehicleId = await truckOfShift(userId, envelope.commandId)
      if (!vehicleId) return NO_TRUCK_REJECTION
      const decide = (state: Vehicle) => endShift({ ...body, userId, vehicleId }, state, clock())
      const ended = await handleCommand(store, vehicleAggregate.stream(vehicleId), vehicleAggregate, decide, envelope)
      if (isRejection(ended)) return ended
      const own = { ...envelope, commandId: `${envelope.commandId}/release` }
      const released = await handleAssignmentCommand(kernel, releaseDriver, { userId, vehicleId, by: userId }, own)
      if (isRejection(released)) return released
      return {
        message: msg`Your shift with ${{ vehicleId }} has ended.`,
        position: Math.max(ended.position, released.position),
      }
    },
  }

  /**
   * Returns the truck that the driver has now.
   * If the command was handled before, returns the truck whose shift it ended.
   */
  async function truckOfShift(userId: string, commandId: string): Promise<string | undefined> {
    const assigned = await loadDriverAssignments(kernel)
    for (const vehicleId of vehicleIdsOfDriverSince(assigned, userId, 0).keys())
      if (await hasCommand(store, vehicleAggregate.stream(vehicleId), commandId)) return vehicleId
    return vehicleIdOfDriver(assigned, userId)
  }

  /** Returns the truck's latest dispatch. */
  async function lastDispatch(vehicleId: string) {
    const { dispatches } = await loadTruckState(vehicleId)
    const id = dispatchIdOf(vehicleId, dispatches)
    return findTruckDispatch(store, vehicleId, ({ dispatchId }) => dispatchId === id)
  }

  function dispatchOf(vehicleId: string, scheduleId: string) {
    return findTruckDispatch(store, vehicleId, ({ scheduleIds }) => scheduleIds.includes(scheduleId))
  }

  async function findRound(vehicleId: string, scheduleId: string) {
    const { rounds } = await loadState(store, vehicleAggregate.stream(vehicleId), truckRoundsFold)
    return rounds.findLast((round) => round.scheduleId === scheduleId)
  }

  /**
   * Returns a function that claims a zone's collected reports for the driver's truck.
   * It excludes reports that are assigned to other trucks.
   */
  function loadOwn(zone: string) {
    return async (loading: TruckLoadClaimer) => {
      const aboard = await loading.take(zone, { ownOnly: true })
      if (aboard === undefined) return []
      return isRejection(aboard) ? (aboard satisfies Rejection) : [aboard]
    }
  }
}
