/** FreeTruck: everything aboard has arrived, so the truck is free again; unless it left once more in the meantime. */
import { type Decide, event } from '../kernel/decider.ts'
import { collectionIdOf } from '../streams/delivery.ts'
import type { Vehicle } from '../streams/vehicle.ts'

export interface FreeTruck {
  vehicleId: string
  /** The dispatch whose loads have arrived. */
  collectionId: string
}

export const freeTruck: Decide<FreeTruck, Vehicle> = ({ vehicleId, collectionId }, { boundFor, dispatches }, now) =>
  boundFor && collectionIdOf(vehicleId, dispatches) === collectionId
    ? [event('TruckArrived', { vehicleId, siteId: boundFor, arrivedAt: now.toISOString() })]
    : []
