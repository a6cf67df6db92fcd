/** ScheduleZone: automatically schedules a due zone with the best plan, once per cycle. */

import { isRejection } from '#contract/door/problems.ts'
import type { SystemCommand } from '#contract/system-commands.ts'
import { scheduleIdOf } from '#rules/planning.ts'
import { scheduleCollection } from '../collections/schedule-collection.ts'
import { bySystem } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadFrom } from '../kernel/load.ts'
import { readZone } from '../rows/city.ts'
import { loadConfiguration } from '../settings/load.ts'
import { dispatch, type Plan } from '../streams/dispatch.ts'
import { truckWith } from '../streams/schedule.ts'
import { vehicle } from '../streams/vehicle.ts'
import { codeOf } from '../streams/zone.ts'

type ScheduleZone = Extract<SystemCommand, { type: 'ScheduleZone' }>

/**
 * Schedules the recommended trucks.
 * Does nothing if automatic dispatch is off, the cycle is over or planned, or no truck is free.
 * The policy retries when a truck may be free.
 * Completes its own plan after a crash.
 * Throws while the rows are behind the triggering event.
 */
export async function scheduleZone(
  kernel: Kernel,
  { zone, cycle }: Pick<ScheduleZone, 'zone' | 'cycle'>,
  commandId: string,
): Promise<void> {
  const { store, rows } = kernel
  if (!(await loadConfiguration(store)).saved?.automaticDispatch) return
  const { plans } = await loadFrom(store, dispatch.stream(zone), dispatch)
  const standing = plans.findLast((plan) => plan.cycle === cycle && plan.vehicleIds.length > 0)
  if (standing && !(await isHalfDone(kernel, zone, standing))) return
  const row = await readZone(await rows.upToNow('zones'), zone)
  if (row.cycle < cycle) throw new Error(`The rows of ${zone} are behind`)
  if (row.cycle > cycle || row.openReports === 0) return
  const command = standing ? { zone, vehicleIds: [...standing.vehicleIds] } : { zone }
  const scheduled = await scheduleCollection(kernel, command, bySystem(commandId))
  if (isRejection(scheduled) && scheduled.rejected !== 'conflict') throw new Error(`${commandId}: ${scheduled.message}`)
}

/** Returns whether an automatic plan has trucks without schedules, after a crash in between. */
async function isHalfDone({ store }: Kernel, zone: ScheduleZone['zone'], plan: Plan): Promise<boolean> {
  if (plan.plannedBy !== 'system') return false
  const code = await codeOf(store, zone)
  for (const vehicleId of plan.vehicleIds) {
    const aggregate = truckWith(scheduleIdOf(code, plan.cycle, plan.round, vehicleId))
    if (!(await loadFrom(store, vehicle.stream(vehicleId), aggregate)).schedule) return true
  }
  return false
}
