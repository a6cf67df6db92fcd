/** MarkAllCollected: one truck takes every open report to a site. One asks after the other, so that no two take the same. */
import { ZONES } from '#contract/city.ts'
import type { EventData, EventOf } from '#contract/events.ts'
import { distanceTo } from '#contract/planning.ts'
import { type Rejection, reject } from '#contract/problems.ts'
import type { Position } from '#platform/event-store/event-store.ts'
import { readConfiguration } from '../configured.ts'
import { isRejection } from '../kernel/decider.ts'
import { type Envelope, handle } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { rowsUpToNow } from '../kernel/rows.ts'
import { type Vehicle, vehicle, vehicleStream } from '../vehicle.ts'
import { MOST_REPORTS, readSiteIds, readZone } from './city-rows.ts'
import { type DispatchTruck, dispatchTruck } from './dispatch-truck.ts'

export interface Dispatched {
  /** Absent when there was nothing to take along. */
  dispatch?: EventData<'TruckDispatched'>
  position: Position
}

export interface SendTruck extends Omit<DispatchTruck, 'loads' | 'dispatchedBy' | 'distance' | 'fuelPrice'> {
  /** What there is to take along at the time of the decision. */
  loads: (kernel: Kernel) => Promise<DispatchTruck['loads']>
}

export type Sender = (command: SendTruck, envelope: Envelope) => Promise<Dispatched | Rejection>

/** Sends trucks, one after the other: the next takes what the one before has left. */
export function createSender(kernel: Kernel): Sender {
  let turn: Promise<unknown> = Promise.resolve()
  return (command, envelope) => {
    const mine = turn.then(() => sendTruck(kernel, command, envelope))
    turn = mine.catch(() => undefined)
    return mine
  }
}

/** Of a repeated command the first outcome is told again. */
async function sendTruck(
  kernel: Kernel,
  { loads, ...command }: SendTruck,
  envelope: Envelope,
): Promise<Dispatched | Rejection> {
  const { store, reads, clock } = kernel
  const { vehicleId, siteId } = command
  if (!(await readSiteIds(reads)).includes(siteId)) return reject('bad-request', 'There is no such dumping site.')
  const decide = async (truck: Vehicle) => {
    const aboard = await loads(kernel)
    const { zone_distances, fuel_prices } = await readConfiguration(reads)
    const distance = aboard.reduce((km, { zone }) => km + distanceTo(zone, siteId, zone_distances), 0)
    const costs = { distance, fuelPrice: fuel_prices.diesel }
    return dispatchTruck({ ...command, loads: aboard, ...costs, dispatchedBy: envelope.actor }, truck, clock())
  }
  const handled = await handle(store, vehicleStream(vehicleId), vehicle, decide, envelope)
  if (isRejection(handled)) return handled
  const sent = handled.events.find((one): one is EventOf<'TruckDispatched'> => one.type === 'TruckDispatched')
  return { dispatch: sent?.data, position: handled.position }
}

/** Every open report by zone, and those that were marked one by one since the zone's last load left. */
export async function openLoads(kernel: Kernel): Promise<DispatchTruck['loads']> {
  await rowsUpToNow(kernel, 'zones')
  const loads: DispatchTruck['loads'][number][] = []
  let room = MOST_REPORTS
  for (const zone of ZONES) {
    const { openIds, loose: alsoCollected } = await readZone(kernel.reads, zone)
    const reportIds = openIds.flat().slice(0, room)
    room -= reportIds.length
    if (reportIds.length > 0) loads.push({ zone, reportIds, alsoCollected })
  }
  return loads
}
