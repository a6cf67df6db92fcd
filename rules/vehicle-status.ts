/** What a truck is doing, from what it is on: nothing else moves its status. */
import type { VehicleStatus } from './city.ts'

interface Doing {
  /** The site that it is taking a load to. */
  boundFor?: string | undefined
  /** Where its collection stands, while it is on one. */
  collection?: 'scheduled' | 'on-route' | undefined
  inWorkshop?: boolean | undefined
}

export function vehicleStatus({ boundFor, collection, inWorkshop }: Doing): VehicleStatus {
  if (boundFor) return 'in-transit'
  return collection ?? (inWorkshop ? 'maintenance' : 'available')
}
