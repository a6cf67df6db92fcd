/** SetMaintenance: sends an idle truck to the workshop, or back. */

import type { Vehicle } from '../aggregates/vehicle.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { refuseBusyVehicle, refuseUnusableVehicle } from './vehicle-facts.ts'

interface SetMaintenance {
  vehicleId: string
  maintenance: boolean
  by: string
}

export const setMaintenance: Decider<SetMaintenance, Vehicle, 'vehicle'> = (
  { vehicleId, maintenance, by },
  state,
  now,
) => {
  const { inWorkshop = false } = state
  const refused = refuseUnusableVehicle(vehicleId, state)
  if (refused) return refused
  if (maintenance === inWorkshop) return []
  const at = now.toISOString()
  if (!maintenance) return [createEvent('VehicleBackInService', { vehicleId, returnedBy: by, returnedAt: at })]
  const elsewhere = refuseBusyVehicle(vehicleId, state, 'repair')
  if (elsewhere) return elsewhere
  return [createEvent('VehicleSentToWorkshop', { vehicleId, sentBy: by, sentAt: at })]
}
