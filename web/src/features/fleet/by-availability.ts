/** Order of the fleet: free trucks first. */
import type { Vehicle } from '#contract/views.ts'
import { isFree, isIdle } from '#domain/free-truck.ts'

/** Returns the rank: free trucks, those that need fuel, those on duty, then the workshop. */
function rank(vehicle: Vehicle): number {
  if (isFree(vehicle)) return 0
  if (isIdle(vehicle)) return 1
  return vehicle.status === 'maintenance' ? 3 : 2
}

/** Sorts by rank; equal ones stay in order. */
export const byAvailability = (fleet: readonly Vehicle[]): readonly Vehicle[] =>
  fleet.toSorted((a, b) => rank(a) - rank(b))
