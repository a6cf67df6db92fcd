/** UndoCancellation: reinstates a collection cancelled before its start, if its truck is free. */

import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { joinMessages } from '#contract/languages/values.ts'
import type { Zone } from '#domain/city.ts'
import { scheduleIdOf, vehicleIdOfSchedule } from '#domain/planning.ts'
import type { Envelope, EventStore } from '#platform/event-store/event-store.ts'
import { activePlanOf, type ZonePlan, zonePlansAggregate } from '../aggregates/dispatch.ts'
import { releaseArrivedTruck } from '../aggregates/free-truck.ts'
import { createTruckAndScheduleAggregate, type ScheduleState, type TruckAndSchedule } from '../aggregates/schedule.ts'
import { explainVehicleUnavailability, vehicleAggregate } from '../aggregates/vehicle.ts'
import { loadZoneCode, refuseClosedZone } from '../aggregates/zone.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { type CommandResult, handleCommand, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { hasCommand, loadState } from '../kernel/load.ts'
import { readOpenReports } from '../lookups/city.ts'
import { changeScheduleStatus } from './move-schedule.ts'

interface UndoCancellation {
  by: string
  /**
   * A newer plan of the zone, if any.
   * The collection is then not reinstated, because a zone can have only one plan.
   */
  anew?: ZonePlan | undefined
  /** Number of open reports of the zone. */
  openReports: number
}

export const undoScheduleCancellation: Decider<UndoCancellation, TruckAndSchedule, 'vehicle'> = (
  { by, anew, openReports },
  { truck, schedule },
  now,
) => {
  if (!schedule) return reject('not-found', msg`There is no such schedule.`)
  if (schedule.status === 'scheduled') return []
  if (schedule.status !== 'cancelled') return reject('conflict', msg`This collection was not cancelled.`)
  const { scheduleId, vehicleId, zone, scheduledStart, estimatedCompletion } = schedule.planned
  if (schedule.startedAt)
    return reject(
      'conflict',
      msg`This collection had started, and its residents were notified that it ended. Schedule another.`,
    )
  if (anew) return plannedAnew(zone, anew)
  const why = explainVehicleUnavailability(vehicleId, truck)
  if (why) return reject('conflict', joinMessages([why, msg`Schedule another collection.`]))
  if (truck.calledOff?.scheduleId !== scheduleId)
    return reject('conflict', msg`Truck ${{ vehicleId }} was sent elsewhere. Schedule another collection.`)
  if (Date.parse(estimatedCompletion) <= now.getTime())
    return reject('conflict', msg`The time of this collection has passed. Schedule another.`)
  if (schedule.planned.reportsCount > 0 && openReports === 0)
    return reject('conflict', msg`All bins of ${{ zone }} were already collected.`)
  const about = { scheduleId, vehicleId, zone, scheduledStart, estimatedCompletion }
  return [createEvent('CancellationUndone', { ...about, undoneBy: by, undoneAt: now.toISOString() })]
}

const plannedAnew = (zone: Zone, { vehicleIds }: ZonePlan) =>
  reject(
    'conflict',
    msg`${{ zone }} has a new plan with ${{ trucks: vehicleIds.join(', ') }}. Schedule another collection.`,
  )

/**
 * Undoes a cancellation, for an HTTP call.
 * If someone plans the zone simultaneously, the collection is cancelled again.
 */
export async function handleUndoScheduleCancellation(
  kernel: Kernel,
  scheduleId: string,
  envelope: Envelope,
): Promise<CommandResult<TruckAndSchedule> | Rejection> {
  const { store, rows, clock } = kernel
  const vehicleId = vehicleIdOfSchedule(scheduleId)
  if (!vehicleId) return reject('not-found', msg`There is no such schedule.`)
  const [stream, aggregate, by] = [
    vehicleAggregate.stream(vehicleId),
    createTruckAndScheduleAggregate(scheduleId),
    envelope.actor,
  ]
  await releaseArrivedTruck(kernel, vehicleId)
  const repeated = await hasCommand(store, stream, envelope.commandId)
  const gather = async ({ schedule }: TruckAndSchedule) => {
    const zone = schedule?.planned.zone
    const refused = zone ? await refuseClosedZone(store, zone) : undefined
    if (zone && refused) return reject('conflict', msg`${{ zone }} was closed.`)
    const anew = schedule && (await newerPlanOf(store, schedule))
    const openReports = zone ? (await readOpenReports(await rows.upToNow('reports'), zone)).length : 0
    return { by, anew, openReports }
  }
  const decide = (state: TruckAndSchedule, command: UndoCancellation) =>
    undoScheduleCancellation(command, state, clock())
  const undone = await handleWithFacts(store, stream, aggregate, { gather, decide }, envelope)
  if (isRejection(undone) || repeated || undone.events.length === 0 || !undone.state.schedule) return undone
  const { schedule } = undone.state
  const anew = await newerPlanOf(store, schedule)
  if (!anew) return undone
  const refused = plannedAnew(schedule.planned.zone, anew)
  const off = { status: 'cancelled' as const, by, reason: refused.message, reportIds: [], fuelPrice: 0 }
  const again = { ...envelope, commandId: `${envelope.commandId}/off` }
  const calledOff = await handleCommand(
    store,
    stream,
    aggregate,
    (state) => changeScheduleStatus(off, state, clock()),
    again,
  )
  return isRejection(calledOff) ? calledOff : refused
}

/** Returns the zone's active plan if the plan is newer than this schedule; otherwise undefined. */
async function newerPlanOf(store: EventStore, { planned }: ScheduleState): Promise<ZonePlan | undefined> {
  const { scheduleId, vehicleId, zone } = planned
  const [state, code] = await Promise.all([
    loadState(store, zonePlansAggregate.stream(zone), zonePlansAggregate),
    loadZoneCode(store, zone),
  ])
  const last = activePlanOf(state)
  return last && scheduleIdOf(code, last.cycle, last.round, vehicleId) !== scheduleId ? last : undefined
}
