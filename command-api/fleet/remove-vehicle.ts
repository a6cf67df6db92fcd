/**
 * RemoveVehicle: deletes a truck entered by mistake.
 * A truck with a history can only be archived.
 */

import { reject } from '#contract/http/problems.ts'
import { msg } from '#contract/languages/message.ts'
import type { Vehicle } from '../aggregates/vehicle.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { refuseUnusableVehicle } from './vehicle-facts.ts'

interface RemoveVehicle {
  vehicleId: string
  removedBy: string
}

export const removeVehicle: Decider<RemoveVehicle, Vehicle, 'vehicle'> = ({ vehicleId, removedBy }, state, now) => {
  if (state.removed) return []
  const refused = refuseUnusableVehicle(vehicleId, state)
  if (refused) return refused
  if (state.hasHistory)
    return reject('conflict', msg`Cannot delete vehicle with existing fuel logs. Archive the vehicle instead.`)
  return [createEvent('VehicleRemoved', { vehicleId, removedBy, removedAt: now.toISOString() })]
}
