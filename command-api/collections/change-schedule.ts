/** Moves a schedule on in its truck's stream, by hand or by time; one that sets out takes the zone's open reports with it. */
import { vehicleOf } from '#contract/planning.ts'
import { type Rejection, reject } from '#contract/problems.ts'
import { readFuelPrice } from '../fuel-price.ts'
import type { Decide } from '../kernel/decider.ts'
import { type Envelope, type Handled, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { rowsUpToNow } from '../kernel/rows.ts'
import { vehicleStream } from '../vehicle.ts'
import { readOpenReports } from './city-rows.ts'
import { type MoveSchedule, moveScheduleOn } from './move-schedule.ts'
import { type TruckAndSchedule, truckWith } from './schedule.ts'

export interface ChangeSchedule extends Pick<MoveSchedule, 'status' | 'reason' | 'scheduledStart'> {
  scheduleId: string
}

export async function changeSchedule(
  { store, reads, clock }: Kernel,
  { scheduleId, status, reason, scheduledStart }: ChangeSchedule,
  decide: Decide<MoveSchedule, TruckAndSchedule>,
  envelope: Envelope,
): Promise<Handled<TruckAndSchedule> | Rejection> {
  const vehicleId = vehicleOf(scheduleId)
  if (!vehicleId) return reject('not-found', 'There is no such schedule.')
  const decideNow = async (state: TruckAndSchedule) => {
    const zone = status === 'completed' ? undefined : state.schedule?.planned.zone
    const reportIds = zone ? await readOpenReports(reads, zone) : []
    const fuelPrice = await readFuelPrice(reads)
    return decide({ status, by: envelope.actor, reason, reportIds, fuelPrice, scheduledStart }, state, clock())
  }
  return handle(store, vehicleStream(vehicleId), truckWith(scheduleId), decideNow, envelope)
}

/** What the policies send: does nothing where the schedule was moved on by hand before. */
export async function changeScheduleOn(kernel: Kernel, command: ChangeSchedule, commandId: string) {
  // Whether anybody waits again decides if it is called off.
  if (command.status === 'cancelled') await rowsUpToNow(kernel, 'reports')
  return changeSchedule(kernel, command, moveScheduleOn, { commandId, fingerprint: 'system', actor: 'system' })
}
