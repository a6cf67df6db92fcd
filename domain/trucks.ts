/** A truck's status, and whether it can be sent, or why not. */

import type { VehicleStatus } from './city.ts'

interface Truck {
  status: VehicleStatus
  archived?: boolean | undefined
  needs_refuel: boolean
}

/**
 * Reasons why a truck can't be sent.
 * 'low fuel' applies only to trucks that are otherwise available.
 */
export type TruckUnavailability = 'archived' | Exclude<VehicleStatus, 'available'> | 'low fuel'

export function findTruckUnavailability({ status, archived, needs_refuel }: Truck): TruckUnavailability | undefined {
  if (archived) return 'archived'
  if (status !== 'available') return status
  return needs_refuel ? 'low fuel' : undefined
}

/** Returns whether a truck can be sent now. */
export const isTruckAvailable = (truck: Truck): boolean => findTruckUnavailability(truck) === undefined

/** Returns whether a truck is unoccupied, even if it needs fuel. */
export const isTruckUnoccupied = (truck: Omit<Truck, 'needs_refuel'>): boolean =>
  isTruckAvailable({ ...truck, needs_refuel: false })

interface VehicleActivity {
  /** Id of the site to which the truck brings its load. */
  boundFor?: string | undefined
  /** State of the truck's collection, if it has one. */
  collection?: 'scheduled' | 'on-route' | undefined
  inWorkshop?: boolean | undefined
}

/** Derives a truck's status from its tasks. */
export function deriveVehicleStatus({ boundFor, collection, inWorkshop }: VehicleActivity): VehicleStatus {
  if (boundFor) return 'in-transit'
  return collection ?? (inWorkshop ? 'maintenance' : 'available')
}
