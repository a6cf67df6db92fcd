/** ScheduleZone: schedules trucks for a due zone by the best plan, once per cycle. */

import { isRejection } from '#contract/http/problems.ts'
import type { InternalCommand } from '#contract/internal-commands.ts'
import { scheduleIdOf } from '#domain/planning.ts'
import { loadConfiguration } from '../aggregates/configuration.ts'
import { findPlan, hasTrucks, type ZonePlan, zonePlansAggregate } from '../aggregates/dispatch.ts'
import { createTruckAndScheduleAggregate } from '../aggregates/schedule.ts'
import { vehicleAggregate } from '../aggregates/vehicle.ts'
import { loadZoneCode } from '../aggregates/zone.ts'
import { createPolicyEnvelope } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { readZone } from '../lookups/city.ts'
import { scheduleCollection } from '../schedules/schedule-collection.ts'

type ScheduleZone = Extract<InternalCommand, { type: 'ScheduleZone' }>

/**
 * Schedules the recommended trucks of a zone in a cycle.
 * Does nothing if automatic dispatch is off, or if the cycle has ended or already has a plan.
 * If no truck is free, the policy sends the command again later.
 * After a crash, completes the plan that an earlier run of the command began.
 * Throws while the zone's row is outdated, from an earlier cycle.
 */
export async function scheduleZoneCollection(
  kernel: Kernel,
  { zone, cycle }: Pick<ScheduleZone, 'zone' | 'cycle'>,
  commandId: string,
): Promise<void> {
  const { store, rows } = kernel
  if (!(await loadConfiguration(store)).saved?.automaticDispatch) return
  const plans = await loadState(store, zonePlansAggregate.stream(zone), zonePlansAggregate)
  const standing = findPlan(plans, (plan) => plan.cycle === cycle && hasTrucks(plan))
  if (standing && !(await isHalfDone(kernel, zone, standing))) return
  const row = await readZone(await rows.upToNow('zones'), zone)
  if (row.cycle < cycle) throw new Error(`The rows of ${zone} have not caught up yet`)
  if (row.cycle > cycle || row.openReports === 0) return
  const command = standing ? { zone, vehicleIds: [...standing.vehicleIds] } : { zone }
  const scheduled = await scheduleCollection(kernel, command, createPolicyEnvelope(commandId))
  if (isRejection(scheduled) && scheduled.rejected !== 'conflict') throw new Error(`${commandId}: ${scheduled.message}`)
}

/** Returns whether a crash left trucks of an automatic plan unscheduled. */
async function isHalfDone({ store }: Kernel, zone: ScheduleZone['zone'], plan: ZonePlan): Promise<boolean> {
  if (plan.plannedBy !== 'system') return false
  const code = await loadZoneCode(store, zone)
  for (const vehicleId of plan.vehicleIds) {
    const aggregate = createTruckAndScheduleAggregate(scheduleIdOf(code, plan.cycle, plan.round, vehicleId))
    if (!(await loadState(store, vehicleAggregate.stream(vehicleId), aggregate)).schedule) return true
  }
  return false
}
