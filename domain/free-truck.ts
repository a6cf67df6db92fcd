/** Decides whether a truck can be sent to a collection, and what hinders it. */
import type { VehicleStatus } from './city.ts'

interface Truck {
  status: VehicleStatus
  archived?: boolean | undefined
  needs_refuel: boolean
}

/**
 * Reason why a truck can't be sent.
 * Low fuel is reported only for an otherwise free truck.
 */
export type Hindrance = 'archived' | Exclude<VehicleStatus, 'available'> | 'low fuel'

export function hindrance({ status, archived, needs_refuel }: Truck): Hindrance | undefined {
  if (archived) return 'archived'
  if (status !== 'available') return status
  return needs_refuel ? 'low fuel' : undefined
}

/** Whether a truck can be sent now. */
export const isFree = (truck: Truck): boolean => hindrance(truck) === undefined

/**
 * Whether a truck is in the fleet and unoccupied.
 * It may need fuel first.
 */
export const isIdle = (truck: Omit<Truck, 'needs_refuel'>): boolean => isFree({ ...truck, needs_refuel: false })
