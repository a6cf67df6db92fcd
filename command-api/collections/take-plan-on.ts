/**
 * Schedules the trucks of a zone's plan one after the other.
 * Unavailable trucks leave the plan, unless it was accepted.
 */
import { isRejection, type Rejection, reject } from '#contract/door/problems.ts'
import type { Zone } from '#rules/city.ts'
import { siteOf } from '#rules/planner/options.ts'
import type { ZoneNeed } from '#rules/planner/plan.ts'
import { scheduleIdOf } from '#rules/planning.ts'
import { type Envelope, handle, handleWithFacts } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadFrom } from '../kernel/load.ts'
import { dispatch, type Plan, type ZonePlans } from '../streams/dispatch.ts'
import { type ScheduleState, type TruckAndSchedule, truckWith } from '../streams/schedule.ts'
import { vehicle } from '../streams/vehicle.ts'
import { refuseZone } from '../streams/zone.ts'
import { type Accepted, whyNotAsOffered } from './accepted-choice.ts'
import { reducePlan } from './dispatch-plan.ts'
import { type ScheduleTruck, scheduleTruck } from './schedule-truck.ts'
import { worksOf } from './works.ts'

export interface Scheduled {
  schedules: ScheduleState[]
  position: number
}

interface Taking {
  zone: Zone
  /** Code of the zone. */
  code: string
  plan: Plan
  need: ZoneNeed
  reportsCount: number
  start: Date
  /** The accepted work of each truck; the planner decides without it. */
  offered: Accepted | undefined
}

/** Schedules the trucks one after the other and removes unavailable ones, unless the plan was accepted. */
export async function takeAllOn(
  kernel: Kernel,
  { zone, code, plan, need, reportsCount, start, offered }: Taking,
  envelope: Envelope,
): Promise<Scheduled & { refusals: string[] }> {
  const { cycle, round } = plan
  const works = await worksOf(kernel, need, { ...plan, code })
  const { id: siteId = '', km: distance = 0 } = siteOf(need) ?? {}
  const all = { schedules: [] as ScheduleState[], refusals: [] as string[], position: 0 }
  for (const vehicleId of plan.vehicleIds) {
    const scheduleId = scheduleIdOf(code, cycle, round, vehicleId)
    const way = { siteId, distance, plan: works.get(vehicleId) }
    const truck = { scheduleId, vehicleId, zone, cycle, reportsCount, ...way, start, scheduledBy: envelope.actor }
    const taken = await takeOn(kernel, truck, offered, envelope)
    if (isRejection(taken)) {
      // An accepted plan is cancelled as a whole.
      if (!offered) await takeOff(kernel, truck, plan)
      all.refusals.push(taken.message)
    } else {
      all.schedules.push(...taken.schedules)
      all.position = Math.max(all.position, taken.position)
    }
  }
  return all
}

/**
 * Returns the truck's schedule, creating it if necessary.
 * The command id derives from the schedule, for any caller.
 */
async function takeOn(
  { store, clock }: Kernel,
  truck: ScheduleTruck,
  offered: Accepted | undefined,
  { simulated }: Envelope,
): Promise<Scheduled | Rejection> {
  const { scheduleId, vehicleId, zone, scheduledBy } = truck
  const envelope = { commandId: `schedule/${scheduleId}`, fingerprint: '', actor: scheduledBy, simulated }
  const aggregate = truckWith(scheduleId)
  const gather = async ({ schedule }: TruckAndSchedule) => {
    // The zone may have closed since the plan was decided.
    const isClosed = !schedule && (await refuseZone(store, zone))
    return isClosed ? reject('conflict', `${zone} was closed.`) : {}
  }
  const decide = (state: TruckAndSchedule) => {
    const why = offered && whyNotAsOffered(offered, truck, state.truck)
    return why ? reject('conflict', why) : scheduleTruck(truck, state, clock())
  }
  const handled = await handleWithFacts(store, vehicle.stream(vehicleId), aggregate, { gather, decide }, envelope)
  if (isRejection(handled)) return handled
  const { schedule } = await loadFrom(store, vehicle.stream(vehicleId), aggregate)
  return { schedules: schedule ? [schedule] : [], position: handled.position }
}

async function takeOff({ store, clock }: Kernel, truck: ScheduleTruck, { cycle, round }: Plan): Promise<void> {
  const { zone, vehicleId, scheduleId, scheduledBy } = truck
  const envelope = { commandId: `take-off/${scheduleId}`, fingerprint: '', actor: scheduledBy }
  const decide = (state: ZonePlans) => reducePlan({ zone, cycle, round, vehicleIds: [vehicleId] }, state, clock())
  await handle(store, dispatch.stream(zone), dispatch, decide, envelope)
}
