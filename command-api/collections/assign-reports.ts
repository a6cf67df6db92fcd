/** Assigns reports to a truck, considering reports that other trucks have or plan to collect. */

import { isRejection, type Rejection } from '#contract/door/problems.ts'
import type { EventData } from '#contract/events.ts'
import type { EventStore } from '#platform/event-store/event-store.ts'
import type { VehicleType } from '#rules/city.ts'
import { mostAboard } from '#rules/planner/truck-limits.ts'
import { workOf } from '#rules/planning.ts'
import { type Envelope, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadFrom } from '../kernel/load.ts'
import { readOldestReports } from '../rows/city.ts'
import { type AssignReports, assignmentsOf, assignReports, type ZoneClaims, zoneClaims } from '../streams/claims.ts'
import { dispatch, standingPlan } from '../streams/dispatch.ts'
import type { ScheduleState } from '../streams/schedule.ts'
import { truckWith } from '../streams/schedule.ts'
import { vehicle } from '../streams/vehicle.ts'

type Planned = EventData<'CollectionScheduled'>

/** Returns the planned work of a truck. */
export const workOfPlanned = (planned: Planned) =>
  workOf({ ...planned, estimatedFuelConsumption: planned.estimatedFuel })

/** Returns how many reports a truck of this type holds in all trips of a collection. */
export const mostInCollection = (planned: Planned, type: VehicleType = planned.vehicle.type) =>
  mostAboard(type, workOfPlanned(planned).trips)

/**
 * Assigns a truck its reports at its start, and returns them.
 * A repeated command gets the same ones.
 */
export async function assignShare(
  kernel: Kernel,
  { planned }: ScheduleState,
  envelope: Envelope,
): Promise<readonly string[] | Rejection> {
  const { store, clock } = kernel
  const { zone, scheduleId, vehicleId } = planned
  const gather = async (state: ZoneClaims) => {
    const openIds = await readOldestReports(await kernel.rows.upToNow('reports'), zone)
    const [taken, plan] = await Promise.all([takenByOthers(store, state, scheduleId, openIds), planOf(store, planned)])
    for (const id of plan.underWay) taken.add(id)
    const share = { planned: workOfPlanned(planned).reports, most: mostInCollection(planned) }
    return { zone, scheduleId, vehicleId, openIds, taken, reserved: plan.reserved, ...share }
  }
  const decide = (state: ZoneClaims, command: AssignReports) => assignReports(command, state, clock())
  const handled = await handleWithFacts(store, dispatch.stream(zone), zoneClaims, { gather, decide }, envelope)
  if (isRejection(handled)) return handled
  const assigned = handled.events.find((event) => event.type === 'ReportsAssigned')
  return assigned?.data.reportIds ?? []
}

/** Returns which of these reports are assigned to other schedules that have not ended. */
export async function takenByOthers(
  store: EventStore,
  state: ZoneClaims,
  scheduleId: string | undefined,
  reportIds: readonly string[],
): Promise<Set<string>> {
  const others = assignmentsOf(state, new Set(reportIds)).filter((assigned) => assigned.scheduleId !== scheduleId)
  const standing = await Promise.all(
    others.map(async (assigned) => {
      const { schedule } = await loadFrom(store, vehicle.stream(assigned.vehicleId), truckWith(assigned.scheduleId))
      const hasEnded = schedule?.status === 'completed' || schedule?.status === 'cancelled'
      return hasEnded ? [] : assigned.reportIds
    }),
  )
  return new Set(standing.flat())
}

/** Returns the work of the plan's other trucks: assigned reports, and the number still reserved. */
async function planOf(store: EventStore, { zone, vehicleId }: Planned) {
  const { plans } = await loadFrom(store, dispatch.stream(zone), dispatch)
  const others = (standingPlan(plans)?.vehicleIds ?? []).filter((id) => id !== vehicleId)
  const trucks = await Promise.all(others.map((id) => loadFrom(store, vehicle.stream(id), vehicle)))
  const collections = trucks.flatMap(({ collection }) => (collection?.planned.zone === zone ? [collection] : []))
  return {
    // Before assignments existed, trucks named their reports in their own stream only.
    underWay: collections.flatMap(({ reportIds = [] }) => reportIds),
    reserved: collections
      .filter(({ startedAt }) => startedAt === undefined)
      .reduce((sum, { planned }) => sum + workOfPlanned(planned).reports, 0),
  }
}
