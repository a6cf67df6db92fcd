/** SetMaintenance: sends an idle truck to the workshop, or returns it to service. */

import type { Vehicle } from '../aggregates/vehicle.ts'
import { type Decide, event } from '../kernel/decider.ts'
import { refuseBusy, refuseUnusable } from './vehicle-facts.ts'

interface SetMaintenance {
  vehicleId: string
  maintenance: boolean
  by: string
}

export const setMaintenance: Decide<SetMaintenance, Vehicle, 'vehicle'> = (
  { vehicleId, maintenance, by },
  state,
  now,
) => {
  const { inWorkshop = false } = state
  const refused = refuseUnusable(vehicleId, state)
  if (refused) return refused
  if (maintenance === inWorkshop) return []
  const at = now.toISOString()
  if (!maintenance) return [event('VehicleBackInService', { vehicleId, returnedBy: by, returnedAt: at })]
  const elsewhere = refuseBusy(vehicleId, state, 'repair')
  if (elsewhere) return elsewhere
  return [event('VehicleSentToWorkshop', { vehicleId, sentBy: by, sentAt: at })]
}
