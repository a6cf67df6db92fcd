/** A simulated truck's round, and what it takes along when it leaves for its site. */
import type { Happening, Resident } from '#contract/happening.ts'
import { distanceTo } from '#contract/planning.ts'
import { reject } from '#contract/problems.ts'
import { userIdOf } from './accounts/register.ts'
import { reporterOf } from './bin.ts'
import { readZone } from './collections/city-rows.ts'
import { type DispatchTruck, dispatchTruck } from './collections/dispatch-truck.ts'
import { readConfiguration } from './configured.ts'
import type { Decision } from './kernel/decider.ts'
import type { Kernel } from './kernel/kernel.ts'
import type { Vehicle } from './vehicle.ts'

/** The account's id of a simulated resident. */
export const residentId = ({ id }: Pick<Resident, 'id'>) => userIdOf(`seed/${id}`)

/** A truck's round: its schedule while it has one, and whether it has left for the site. */
export interface Round {
  scheduleId?: string
  sent: boolean
  /** A person sent it: what it has driven is theirs to write down. */
  lent?: boolean
}

export const notOnRound = (vehicleId: string) => reject('conflict', `Truck ${vehicleId} is on no round of the city.`)

interface Sending extends Pick<DispatchTruck, 'dispatchedBy'> {
  truck: Vehicle
  round: Round
}

/** The truck leaves with what the city's residents have reported; what other people reported waits for people. */
export async function sendWith(
  { reads, clock }: Kernel,
  { body, zones, reporters }: Extract<Happening, { type: 'MarkAllCollected' }>,
  { truck, round, dispatchedBy }: Sending,
): Promise<Decision> {
  const { dumpingSiteId: siteId, truckId: vehicleId } = body
  if (truck.scheduleId !== round.scheduleId) return notOnRound(vehicleId)
  const own = new Set(reporters.map(residentId))
  const loads: DispatchTruck['loads'][number][] = []
  for (const zone of zones) {
    const { openIds, loose: alsoCollected } = await readZone(reads, zone)
    const reportIds = openIds.flat().filter((id) => own.has(reporterOf(id) ?? ''))
    if (reportIds.length > 0) loads.push({ zone, reportIds, alsoCollected })
  }
  const { zone_distances, fuel_prices } = await readConfiguration(reads)
  const distance = zones.reduce((km, zone) => km + distanceTo(zone, siteId, zone_distances), 0)
  const costs = { distance, fuelPrice: fuel_prices.diesel }
  return dispatchTruck({ vehicleId, siteId, loads, ...costs, dispatchedBy }, truck, clock())
}
