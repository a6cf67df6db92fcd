/** Moves a schedule on in its truck's stream, by hand or by time; one that sets out takes the zone's open reports with it. */

import { type Rejection, reject } from '#contract/problems.ts'
import { vehicleOf } from '#rules/planning.ts'
import type { Decide } from '../kernel/decider.ts'
import { type Envelope, type Handled, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readOpenReports } from '../rows/city.ts'
import { readFuelPrice } from '../rows/fuel-price.ts'
import { rowsUpToNow } from '../rows/up-to-now.ts'
import { type TruckAndSchedule, truckWith } from '../streams/schedule.ts'
import { vehicleStream } from '../streams/vehicle.ts'
import { leaveWithMarked } from './leave-with-marked.ts'
import { loadTruck } from './load-truck.ts'
import { type MoveSchedule, moveScheduleOn } from './move-schedule.ts'

export interface ChangeSchedule extends Pick<MoveSchedule, 'status' | 'reason' | 'scheduledStart'> {
  scheduleId: string
}

export async function changeSchedule(
  kernel: Kernel,
  { scheduleId, status, reason, scheduledStart }: ChangeSchedule,
  decide: Decide<MoveSchedule, TruckAndSchedule>,
  envelope: Envelope,
): Promise<Handled<TruckAndSchedule> | Rejection> {
  const { store, reads, clock } = kernel
  const vehicleId = vehicleOf(scheduleId)
  if (!vehicleId) return reject('not-found', 'There is no such schedule.')
  return loadTruck(kernel, vehicleId, envelope, (loadingOf) => {
    const decideNow = async (state: TruckAndSchedule) => {
      await rowsUpToNow(kernel, 'reports', 'configuration')
      const zone = state.schedule?.planned.zone
      const reportIds = zone ? await readOpenReports(reads, zone) : []
      const costs = { fuelPrice: await readFuelPrice(reads), by: envelope.actor }
      const decision = await decide({ status, reason, reportIds, scheduledStart, ...costs }, state, clock())
      return leaveWithMarked(decision, state, { ...costs, loading: loadingOf(state.truck), now: clock() })
    }
    return handle(store, vehicleStream(vehicleId), truckWith(scheduleId), decideNow, envelope)
  })
}

/** What the policies send: does nothing where the schedule was moved on by hand before. */
export const changeScheduleOn = (kernel: Kernel, command: ChangeSchedule, commandId: string) =>
  changeSchedule(kernel, command, moveScheduleOn, { commandId, fingerprint: 'system', actor: 'system' })
