/**
 * Assigns a zone's reports to a truck.
 * Excludes reports that other trucks have collected or will collect.
 */

import type { EventData } from '#contract/events.ts'
import { isRejection, type Rejection } from '#contract/http/problems.ts'
import type { VehicleType } from '#domain/city.ts'
import { reportCapacityOf } from '#domain/planner/truck-limits.ts'
import { truckPlanOf } from '#domain/planning.ts'
import type { Envelope, EventStore } from '#platform/event-store/event-store.ts'
import {
  type AssignReportsCommand,
  assignmentsOf,
  assignReports,
  type ZoneReportClaims,
  zoneReportClaimsFold,
} from '../aggregates/claims.ts'
import { activePlanOf, zonePlansAggregate } from '../aggregates/dispatch.ts'
import type { ScheduleState } from '../aggregates/schedule.ts'
import { vehicleAggregate } from '../aggregates/vehicle.ts'
import { handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { readOpenReportsOldestFirst } from '../lookups/city.ts'

type CollectionScheduledData = EventData<'CollectionScheduled'>

/** Returns a truck's planned reports, km and litres. */
export const plannedWorkOf = (planned: CollectionScheduledData) =>
  truckPlanOf({ ...planned, estimatedFuelConsumption: planned.estimatedFuel })

/** Returns how many reports a truck of this type can collect in all planned trips together. */
export const maxReportsOfCollection = (planned: CollectionScheduledData, type: VehicleType = planned.vehicle.type) =>
  reportCapacityOf(type, plannedWorkOf(planned).trips)

/**
 * Assigns open reports to a truck that starts, and returns their ids.
 * A repeated command gets the same reports.
 */
export async function assignTruckReports(
  kernel: Kernel,
  { planned }: ScheduleState,
  envelope: Envelope,
): Promise<readonly string[] | Rejection> {
  const { store, clock } = kernel
  const { zone, scheduleId, vehicleId } = planned
  const gather = async (state: ZoneReportClaims) => {
    const openIds = await readOpenReportsOldestFirst(await kernel.rows.upToNow('reports'), zone)
    const [taken, plan] = await Promise.all([
      readReportsAssignedToOthers(store, state, scheduleId, openIds),
      planOf(store, planned),
    ])
    for (const id of plan.underWay) taken.add(id)
    const share = { planned: plannedWorkOf(planned).reports, most: maxReportsOfCollection(planned) }
    return { zone, scheduleId, vehicleId, openIds, taken, reserved: plan.reserved, ...share }
  }
  const decide = (state: ZoneReportClaims, command: AssignReportsCommand) => assignReports(command, state, clock())
  const handled = await handleWithFacts(
    store,
    zonePlansAggregate.stream(zone),
    zoneReportClaimsFold,
    { gather, decide },
    envelope,
  )
  if (isRejection(handled)) return handled
  const assigned = handled.events.find((event) => event.type === 'ReportsAssigned')
  return assigned?.data.reportIds ?? []
}

/** Returns those of the given reports that are assigned to other open schedules. */
export async function readReportsAssignedToOthers(
  store: EventStore,
  state: ZoneReportClaims,
  scheduleId: string | undefined,
  reportIds: readonly string[],
): Promise<Set<string>> {
  const others = assignmentsOf(state, new Set(reportIds)).filter((assigned) => assigned.scheduleId !== scheduleId)
  // A truck has at most one open schedule, so its state is loaded once.
  // A zone can have thousands of assignments to schedules that were cancelled.
  const vehicleIds = [...new Set(others.map(({ vehicleId }) => vehicleId))]
  const open = await Promise.all(
    vehicleIds.map(async (id) => (await loadState(store, vehicleAggregate.stream(id), vehicleAggregate)).scheduleId),
  )
  const openIds = new Set(open)
  return new Set(others.flatMap((assigned) => (openIds.has(assigned.scheduleId) ? assigned.reportIds : [])))
}

/**
 * Returns the reports that are assigned to the other trucks of the plan.
 * Also returns how many reports are planned for trucks that have not started.
 */
async function planOf(store: EventStore, { zone, vehicleId }: CollectionScheduledData) {
  const plans = await loadState(store, zonePlansAggregate.stream(zone), zonePlansAggregate)
  const others = (activePlanOf(plans)?.vehicleIds ?? []).filter((id) => id !== vehicleId)
  const trucks = await Promise.all(others.map((id) => loadState(store, vehicleAggregate.stream(id), vehicleAggregate)))
  const collections = trucks.flatMap(({ collection }) => (collection?.planned.zone === zone ? [collection] : []))
  return {
    // In older logs, only the trucks' own streams record which reports a truck collects.
    underWay: collections.flatMap(({ reportIds = [] }) => reportIds),
    reserved: collections
      .filter(({ startedAt }) => startedAt === undefined)
      .reduce((sum, { planned }) => sum + plannedWorkOf(planned).reports, 0),
  }
}
