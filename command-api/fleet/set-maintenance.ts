/** SetMaintenance: a truck that nobody waits for goes to the workshop, and comes back from it. */
import { reject } from '#contract/problems.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { Vehicle } from '../streams/vehicle.ts'
import { gone } from './vehicle-facts.ts'

export interface SetMaintenance {
  vehicleId: string
  maintenance: boolean
  by: string
}

export const setMaintenance: Decide<SetMaintenance, Vehicle, 'vehicle'> = (
  { vehicleId, maintenance, by },
  state,
  now,
) => {
  const { scheduleId, boundFor, inWorkshop = false } = state
  const refused = gone(vehicleId, state)
  if (refused) return refused
  if (maintenance === inWorkshop) return []
  const at = now.toISOString()
  if (!maintenance) return [event('VehicleBackInService', { vehicleId, returnedBy: by, returnedAt: at })]
  if (scheduleId)
    return reject('conflict', `Vehicle ${vehicleId} is on a collection. Complete or cancel ${scheduleId} first.`)
  if (boundFor)
    return reject('conflict', `Vehicle ${vehicleId} is on its way to ${boundFor}. Send it there when it has arrived.`)
  return [event('VehicleSentToWorkshop', { vehicleId, sentBy: by, sentAt: at })]
}
