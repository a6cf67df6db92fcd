/** ArchiveVehicle: a truck that nobody waits for leaves the fleet and keeps its history. */
import { reject } from '#contract/problems.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { Vehicle } from '../streams/vehicle.ts'
import { gone } from './vehicle-facts.ts'

export interface ArchiveVehicle {
  vehicleId: string
  archivedBy: string
}

export const archiveVehicle: Decide<ArchiveVehicle, Vehicle, 'vehicle'> = ({ vehicleId, archivedBy }, state, now) => {
  const { scheduleId, boundFor } = state
  const refused = gone(vehicleId, state)
  if (refused) return refused
  if (scheduleId)
    return reject('conflict', `Vehicle ${vehicleId} is on a collection. Complete or cancel ${scheduleId} first.`)
  if (boundFor)
    return reject('conflict', `Vehicle ${vehicleId} is on its way to ${boundFor}. Archive it when it has arrived.`)
  return [event('VehicleArchived', { vehicleId, archivedBy, archivedAt: now.toISOString() })]
}
