/**
 * Changes a schedule's status in the stream of its truck, by hand or by time.
 * Before a truck starts, the stream of its zone assigns reports to it.
 */

import { isRejection, type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import { vehicleIdOfSchedule } from '#domain/planning.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import type { TruckAndSchedule } from '../aggregates/schedule.ts'
import type { Decider } from '../kernel/decider.ts'
import { type CommandResult, createPolicyEnvelope } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readOpenReports } from '../lookups/city.ts'
import { assignTruckReports } from './assign-reports.ts'
import { handleScheduleCommand, type ScheduleCommandTarget } from './handle-schedule.ts'
import { advanceSchedule, type ChangeScheduleStatusCommand } from './move-schedule.ts'

interface ChangeSchedule extends Pick<ChangeScheduleStatusCommand, 'status' | 'reason' | 'scheduledStart'> {
  scheduleId: string
  /** Assigned reports that were collected; the truck leaves with them. */
  collected?: ScheduleCommandTarget['collected']
}

export async function changeSchedule(
  kernel: Kernel,
  { scheduleId, status, reason, scheduledStart, collected }: ChangeSchedule,
  decide: Decider<ChangeScheduleStatusCommand, TruckAndSchedule, 'vehicle'>,
  envelope: Envelope,
): Promise<CommandResult<TruckAndSchedule> | Rejection> {
  const { clock } = kernel
  const vehicleId = vehicleIdOfSchedule(scheduleId)
  if (!vehicleId) return reject('not-found', msg`There is no such schedule.`)
  const decideNow = (state: TruckAndSchedule, command: ChangeScheduleStatusCommand) => decide(command, state, clock())
  const gather = async (state: TruckAndSchedule, fuelPrice: number) => {
    const rows = await kernel.rows.upToNow('reports')
    const zone = state.schedule?.planned.zone
    const reportIds = zone ? await readOpenReports(rows, zone) : []
    const command = { status, by: envelope.actor, reason, reportIds, fuelPrice, scheduledStart }
    const decision = decideNow(state, command)
    const setsOut = !isRejection(decision) && decision.some(({ type }) => type === 'CollectionStarted')
    if (!setsOut || !state.schedule) return command
    const assigned = await assignTruckReports(kernel, state.schedule, envelope)
    return isRejection(assigned) ? assigned : { ...command, reportIds: assigned }
  }
  return handleScheduleCommand(kernel, { scheduleId, vehicleId, collected }, { gather, decide: decideNow }, envelope)
}

/**
 * Moves a schedule to its next status, on behalf of a policy.
 * Does nothing if someone changed the schedule by hand.
 */
export const advanceScheduleForPolicy = (kernel: Kernel, command: ChangeSchedule, commandId: string) =>
  changeSchedule(kernel, command, advanceSchedule, createPolicyEnvelope(commandId))
