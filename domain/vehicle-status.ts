/** Derives a truck's status from its tasks. */
import type { VehicleStatus } from './city.ts'

interface VehicleActivity {
  /** Id of the site to which the truck is taking a load. */
  boundFor?: string | undefined
  /** State of the truck's collection, if it has one. */
  collection?: 'scheduled' | 'on-route' | undefined
  inWorkshop?: boolean | undefined
}

export function vehicleStatus({ boundFor, collection, inWorkshop }: VehicleActivity): VehicleStatus {
  if (boundFor) return 'in-transit'
  return collection ?? (inWorkshop ? 'maintenance' : 'available')
}
