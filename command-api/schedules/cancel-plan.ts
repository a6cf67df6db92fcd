/**
 * Cancels an accepted plan of which some trucks are unavailable.
 * Removes its trucks and cancels their schedules.
 */
import { isRejection } from '#contract/http/problems.ts'
import type { InternalCommand } from '#contract/internal-commands.ts'
import { scheduleIdOf } from '#domain/planning.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { findPlan, type ZonePlans, zonePlansAggregate } from '../aggregates/dispatch.ts'
import { createTruckAndScheduleAggregate, type TruckAndSchedule } from '../aggregates/schedule.ts'
import { vehicleAggregate } from '../aggregates/vehicle.ts'
import { loadZoneCode } from '../aggregates/zone.ts'
import { createPolicyEnvelope, handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import { type RemoveTrucksFromPlanCommand, removeTrucksFromPlan } from './dispatch-plan.ts'
import { changeScheduleStatus } from './move-schedule.ts'

/**
 * Cancels a plan.
 * Idempotent, because a job repeats it after a crash.
 */
export async function cancelCollectionPlan(
  kernel: Kernel,
  plan: RemoveTrucksFromPlanCommand,
  reason: string,
  { commandId, ...by }: Envelope,
): Promise<void> {
  const { store, clock } = kernel
  const reduce = (state: ZonePlans) => removeTrucksFromPlan(plan, state, clock())
  const reduced = await handleCommand(store, zonePlansAggregate.stream(plan.zone), zonePlansAggregate, reduce, {
    ...by,
    commandId: `${commandId}/give-up`,
  })
  if (isRejection(reduced)) throw new Error(`${commandId}: ${reduced.message}`)
  const command = { status: 'cancelled' as const, by: by.actor, reason, reportIds: [], fuelPrice: 0 }
  const cancel = (state: TruckAndSchedule) =>
    state.schedule?.status === 'scheduled' ? changeScheduleStatus(command, state, clock()) : []
  for (const [vehicleId, scheduleId] of await schedulesOf(kernel, plan)) {
    const own = { ...by, commandId: `${commandId}/${scheduleId}` }
    const cancelled = await handleCommand(
      store,
      vehicleAggregate.stream(vehicleId),
      createTruckAndScheduleAggregate(scheduleId),
      cancel,
      own,
    )
    if (isRejection(cancelled)) throw new Error(`${commandId}: ${cancelled.message}`)
  }
}

type GiveUp = Extract<InternalCommand, { type: 'GiveUpPlan' }>

/**
 * Completes a cancellation that a crash interrupted.
 * Does nothing if all trucks were scheduled after all.
 */
export async function cancelCollectionPlanForPolicy(kernel: Kernel, plan: GiveUp, commandId: string): Promise<void> {
  const { zone, cycle, round, vehicleIds } = plan
  const plans = await loadState(kernel.store, zonePlansAggregate.stream(zone), zonePlansAggregate)
  const standing = findPlan(plans, (each) => each.cycle === cycle && each.round === round)
  const isWhole = standing?.vehicleIds.length === vehicleIds.length
  if (isWhole && (await isTakenOn(kernel, plan))) return
  await cancelCollectionPlan(
    kernel,
    plan,
    'Not all trucks of the accepted plan were available.',
    createPolicyEnvelope(commandId),
  )
}

async function isTakenOn(kernel: Kernel, plan: RemoveTrucksFromPlanCommand): Promise<boolean> {
  for (const [vehicleId, scheduleId] of await schedulesOf(kernel, plan)) {
    const { schedule } = await loadState(
      kernel.store,
      vehicleAggregate.stream(vehicleId),
      createTruckAndScheduleAggregate(scheduleId),
    )
    if (!schedule) return false
  }
  return true
}

/** Returns the ids of the plan's schedules by truck. */
async function schedulesOf({ store }: Kernel, { zone, cycle, round, vehicleIds }: RemoveTrucksFromPlanCommand) {
  const code = await loadZoneCode(store, zone)
  return vehicleIds.map((id) => [id, scheduleIdOf(code, cycle, round, id)] as const)
}
