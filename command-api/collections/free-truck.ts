/** FreeTruck: everything aboard has arrived, so the truck is free again; unless it left once more in the meantime. */
import { type Decide, event } from '../kernel/decider.ts'
import { dispatchIdOf } from '../streams/delivery.ts'
import type { Vehicle } from '../streams/vehicle.ts'

export interface FreeTruck {
  vehicleId: string
  /** The dispatch whose loads have arrived. */
  dispatchId: string
}

export const freeTruck: Decide<FreeTruck, Vehicle, 'vehicle'> = (
  { vehicleId, dispatchId },
  { boundFor, dispatches },
  now,
) =>
  boundFor && dispatchIdOf(vehicleId, dispatches) === dispatchId
    ? [event('TruckArrived', { vehicleId, siteId: boundFor, arrivedAt: now.toISOString() })]
    : []
