/**
 * Schedules the trucks of a zone's plan one by one.
 * Leaves out an unavailable truck, unless a dispatcher accepted the plan as offered.
 * The caller then cancels the whole plan.
 */

import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { type Message, msg } from '#contract/languages/message.ts'
import type { Zone } from '#domain/city.ts'
import { nearestSiteOfNeed } from '#domain/planner/options.ts'
import type { ZoneNeed } from '#domain/planner/plan.ts'
import { scheduleIdOf } from '#domain/planning.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { type ZonePlan, type ZonePlans, zonePlansAggregate } from '../aggregates/dispatch.ts'
import { createTruckAndScheduleAggregate, type ScheduleState, type TruckAndSchedule } from '../aggregates/schedule.ts'
import { vehicleAggregate } from '../aggregates/vehicle.ts'
import { refuseClosedZone } from '../aggregates/zone.ts'
import { handleCommand, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { type AcceptedCollectionOption, explainTruckUnfitForPlan, planTruckWork } from './accepted-option.ts'
import { removeTrucksFromPlan } from './dispatch-plan.ts'
import { type ScheduleTruckCommand, scheduleTruck } from './schedule-truck.ts'

export interface PlannedSchedules {
  schedules: ScheduleState[]
  position: number
}

interface SchedulePlanOptions {
  zone: Zone
  /** Code of the zone, which is part of its schedules' ids. */
  code: string
  plan: ZonePlan
  need: ZoneNeed
  reportsCount: number
  start: Date
  /**
   * The accepted option with each truck's work.
   * If absent, the planner computes the trucks.
   */
  offered: AcceptedCollectionOption | undefined
}

/**
 * Schedules the trucks of a plan one after the other.
 * Removes unavailable trucks from the plan.
 * If a dispatcher accepted the plan as offered, cancels the whole plan instead.
 */
export async function schedulePlannedTrucks(
  kernel: Kernel,
  { zone, code, plan, need, reportsCount, start, offered }: SchedulePlanOptions,
  envelope: Envelope,
): Promise<PlannedSchedules & { refusals: Message[] }> {
  const { cycle, round } = plan
  const works = await planTruckWork(kernel, need, { ...plan, code })
  const { id: siteId = '', km: distance = 0 } = nearestSiteOfNeed(need) ?? {}
  const all = { schedules: [] as ScheduleState[], refusals: [] as Message[], position: 0 }
  for (const vehicleId of plan.vehicleIds) {
    const scheduleId = scheduleIdOf(code, cycle, round, vehicleId)
    const way = { siteId, distance, plan: works.get(vehicleId) }
    const truck = { scheduleId, vehicleId, zone, cycle, reportsCount, ...way, start, scheduledBy: envelope.actor }
    const taken = await takeOn(kernel, truck, offered, envelope)
    if (isRejection(taken)) {
      // For an accepted plan, the caller cancels the whole plan instead.
      if (!offered) await takeOff(kernel, truck, plan)
      all.refusals.push(taken.text)
    } else {
      all.schedules.push(...taken.schedules)
      all.position = Math.max(all.position, taken.position)
    }
  }
  return all
}

/**
 * Returns the schedule of a truck in a plan, and creates it if necessary.
 * The command id derives from the schedule's id, so repeated calls create the schedule only once.
 */
async function takeOn(
  { store, clock }: Kernel,
  truck: ScheduleTruckCommand,
  offered: AcceptedCollectionOption | undefined,
  { simulated }: Envelope,
): Promise<PlannedSchedules | Rejection> {
  const { scheduleId, vehicleId, zone, scheduledBy } = truck
  const envelope = { commandId: `schedule/${scheduleId}`, fingerprint: '', actor: scheduledBy, simulated }
  const aggregate = createTruckAndScheduleAggregate(scheduleId)
  const gather = async ({ schedule }: TruckAndSchedule) => {
    // The zone may have been closed after the plan was decided.
    const isClosed = !schedule && (await refuseClosedZone(store, zone))
    return isClosed ? reject('conflict', msg`${{ zone }} was closed.`) : {}
  }
  const decide = (state: TruckAndSchedule) => {
    const why = offered && explainTruckUnfitForPlan(offered, truck, state.truck)
    return why ? reject('conflict', why) : scheduleTruck(truck, state, clock())
  }
  const handled = await handleWithFacts(
    store,
    vehicleAggregate.stream(vehicleId),
    aggregate,
    { gather, decide },
    envelope,
  )
  if (isRejection(handled)) return handled
  const { schedule } = await loadState(store, vehicleAggregate.stream(vehicleId), aggregate)
  return { schedules: schedule ? [schedule] : [], position: handled.position }
}

async function takeOff(
  { store, clock }: Kernel,
  truck: ScheduleTruckCommand,
  { cycle, round }: ZonePlan,
): Promise<void> {
  const { zone, vehicleId, scheduleId, scheduledBy } = truck
  const envelope = { commandId: `take-off/${scheduleId}`, fingerprint: '', actor: scheduledBy }
  const decide = (state: ZonePlans) =>
    removeTrucksFromPlan({ zone, cycle, round, vehicleIds: [vehicleId] }, state, clock())
  await handleCommand(store, zonePlansAggregate.stream(zone), zonePlansAggregate, decide, envelope)
}
