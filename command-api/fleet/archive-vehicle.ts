/** ArchiveVehicle: takes an idle truck out of service, with its history. */

import type { Vehicle } from '../aggregates/vehicle.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { refuseBusyVehicle, refuseUnusableVehicle } from './vehicle-facts.ts'

interface ArchiveVehicle {
  vehicleId: string
  archivedBy: string
}

export const archiveVehicle: Decider<ArchiveVehicle, Vehicle, 'vehicle'> = ({ vehicleId, archivedBy }, state, now) => {
  const refused = refuseUnusableVehicle(vehicleId, state) ?? refuseBusyVehicle(vehicleId, state, 'archive')
  if (refused) return refused
  return [createEvent('VehicleArchived', { vehicleId, archivedBy, archivedAt: now.toISOString() })]
}
