/** Whether a truck can be sent to a collection now, and what hinders it: for planner, commands, simulated city and screens. */
import type { VehicleStatus } from './city.ts'

interface Truck {
  status: VehicleStatus
  archived?: boolean | undefined
  needs_refuel: boolean
}

/** What hinders a truck that is on nothing and in no workshop: nothing but too little fuel. */
export type Hindrance = 'archived' | Exclude<VehicleStatus, 'available'> | 'low fuel'

export function hindrance({ status, archived, needs_refuel }: Truck): Hindrance | undefined {
  if (archived) return 'archived'
  if (status !== 'available') return status
  return needs_refuel ? 'low fuel' : undefined
}

/** It may be sent as it is. */
export const isFree = (truck: Truck): boolean => hindrance(truck) === undefined

/** In the fleet and on nothing, though it may need fuel first. */
export const isIdle = (truck: Omit<Truck, 'needs_refuel'>): boolean => isFree({ ...truck, needs_refuel: false })
