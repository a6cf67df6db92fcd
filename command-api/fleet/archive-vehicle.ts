/** ArchiveVehicle: retires an idle truck and keeps its history. */

import type { Vehicle } from '../aggregates/vehicle.ts'
import { type Decide, event } from '../kernel/decider.ts'
import { refuseBusy, refuseUnusable } from './vehicle-facts.ts'

interface ArchiveVehicle {
  vehicleId: string
  archivedBy: string
}

export const archiveVehicle: Decide<ArchiveVehicle, Vehicle, 'vehicle'> = ({ vehicleId, archivedBy }, state, now) => {
  const refused = refuseUnusable(vehicleId, state) ?? refuseBusy(vehicleId, state, 'archive')
  if (refused) return refused
  return [event('VehicleArchived', { vehicleId, archivedBy, archivedAt: now.toISOString() })]
}
