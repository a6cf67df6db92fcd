/** A collection that is done leaves for its site with what was marked one by one in its zone; with nothing aboard it is just done. */
import { type Decision, isRejection } from '../kernel/decider.ts'
import type { TruckAndSchedule } from '../streams/schedule.ts'
import { dispatchTruck } from './dispatch-truck.ts'
import type { Loading } from './load-truck.ts'

interface Leaving {
  loading: Loading
  /** cedi per litre */
  fuelPrice: number
  by: string
  now: Date
}

/** The decision as it was, unless it completes a collection whose zone has reports that wait for their load. */
export async function leaveWithMarked(
  decision: Decision,
  { truck, schedule }: TruckAndSchedule,
  { loading, fuelPrice, by, now }: Leaving,
): Promise<Decision> {
  const isDone = !isRejection(decision) && decision.some(({ type }) => type === 'CollectionCompleted')
  if (!isDone || !schedule) return decision
  const { zone, vehicleId, siteId, estimatedDistance: distance } = schedule.planned
  const load = await loading.take(zone, {})
  if (!load) return decision
  if (isRejection(load)) return load
  const { claimId } = loading
  return dispatchTruck({ vehicleId, siteId, claimId, loads: [load], distance, fuelPrice, dispatchedBy: by }, truck, now)
}
