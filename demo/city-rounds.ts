/** Collection trips of simulated trucks, and the reports in their loads. */

import { userIdOf } from '#command-api/accounts/register.ts'
import { reporterOf } from '#command-api/aggregates/bin.ts'
import { explainVehicleUnavailability, type Vehicle } from '#command-api/aggregates/vehicle.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import type { TruckLoadClaimer } from '#command-api/schedules/load-truck.ts'
import { claimZoneLoads, type DispatchResult, handleDispatchTruck } from '#command-api/schedules/mark-all-collected.ts'
import type { SimulatedCommand, SimulatedResident } from '#contract/demo/simulated-command.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Envelope } from '#platform/event-store/event-store.ts'
import { findDemoAccount } from './city.ts'

/** Returns the account id of a simulated resident. */
export const residentUserIdOf = ({ id }: Pick<SimulatedResident, 'id'>) =>
  userIdOf(`seed/${findDemoAccount({ id })?.identifier ?? id}`)

/** Collection by a simulated truck: its schedule, and whether the truck has departed. */
export interface SimulatedRound {
  scheduleId?: string
  sent: boolean
  /**
   * True if a person sent the truck.
   * The person also logs the truck's trips.
   */
  lent?: boolean
}

export const refuseTruckWithoutRound = (vehicleId: string) =>
  reject('conflict', msg`Truck ${{ vehicleId }} has no round.`)

/**
 * Sends the truck with the reports of simulated residents only.
 * Reports of real people wait for real dispatchers.
 */
export function sendTruckWithReports(
  kernel: Kernel,
  { body, zones, reporters }: Extract<SimulatedCommand, { type: 'MarkAllCollected' }>,
  round: SimulatedRound,
  envelope: Envelope,
): Promise<DispatchResult | Rejection> {
  const { dumpingSiteId: siteId, truckId: vehicleId } = body
  const own = new Set(reporters.map(residentUserIdOf))
  const open = (reportId: string) => own.has(reporterOf(reportId) ?? '')
  const refuse = (truck: Vehicle) => {
    if (truck.scheduleId !== round.scheduleId) return refuseTruckWithoutRound(vehicleId)
    const why = round.scheduleId ? undefined : explainVehicleUnavailability(vehicleId, truck)
    return why === undefined ? undefined : reject('conflict', why)
  }
  const load = (loading: TruckLoadClaimer) => claimZoneLoads(loading, zones, open)
  return handleDispatchTruck(kernel, { vehicleId, siteId, load, refuse }, envelope)
}
