/** In which order the fleet stands: trucks that can be sent come first. */
import type { Vehicle } from '#contract/views.ts'
import { isFree, isIdle } from '#rules/free-truck.ts'

/** Free ones, those that need fuel first, those that are out, and those in the workshop. */
function rank(vehicle: Vehicle): number {
  if (isFree(vehicle)) return 0
  if (isIdle(vehicle)) return 1
  return vehicle.status === 'maintenance' ? 3 : 2
}

/** What is equal keeps its order. */
export const byFreedom = (fleet: readonly Vehicle[]): readonly Vehicle[] => fleet.toSorted((a, b) => rank(a) - rank(b))
