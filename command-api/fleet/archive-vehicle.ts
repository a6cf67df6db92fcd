/** ArchiveVehicle: retires an idle truck and keeps its history. */
import { type Decide, event } from '../kernel/decider.ts'
import type { Vehicle } from '../streams/vehicle.ts'
import { busy, gone } from './vehicle-facts.ts'

export interface ArchiveVehicle {
  vehicleId: string
  archivedBy: string
}

export const archiveVehicle: Decide<ArchiveVehicle, Vehicle, 'vehicle'> = ({ vehicleId, archivedBy }, state, now) => {
  const refused = gone(vehicleId, state) ?? busy(vehicleId, state, 'Archive it')
  if (refused) return refused
  return [event('VehicleArchived', { vehicleId, archivedBy, archivedAt: now.toISOString() })]
}
