/** Computes the work of each truck in a zone's plan, with the planner that also makes the recommendations. */
import { planChosenTrucks } from '#domain/planner/options.ts'
import { type FreeTruck, toTruckPlan, type ZoneNeed } from '#domain/planner/plan.ts'
import { scheduleIdOf } from '#domain/planning.ts'
import type { ZonePlan } from '../aggregates/dispatch.ts'
import { explainVehicleUnavailability, vehicle } from '../aggregates/vehicle.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadState } from '../kernel/load.ts'
import type { ScheduleTruck } from './schedule-truck.ts'

/** A plan with the code of its zone. */
type PlanOfZone = Omit<ZonePlan, 'plannedBy'> & { code: string }

/** Planned work by truck id. */
export type PlannedWork = ReadonlyMap<string, NonNullable<ScheduleTruck['plan']>>

/** Returns the planned work by truck id. Excludes trucks that are not available or could not return. */
export async function planWork(kernel: Kernel, need: ZoneNeed, plan: PlanOfZone): Promise<PlannedWork> {
  const ways = planChosenTrucks(need, await readTrucks(kernel, plan))
  return new Map(ways.map((way) => [way.vehicleId, toTruckPlan(way)]))
}

/** Reads the plan's trucks from their streams. Excludes unavailable trucks, whose work the others take over. */
async function readTrucks({ store }: Kernel, { vehicleIds, code, cycle, round }: PlanOfZone): Promise<FreeTruck[]> {
  const trucks = await Promise.all(
    vehicleIds.map(async (id): Promise<FreeTruck[]> => {
      const truck = await loadState(store, vehicle.stream(id), vehicle)
      const isOnIt = truck.scheduleId === scheduleIdOf(code, cycle, round, id)
      if (!truck.registered || (explainVehicleUnavailability(id, truck) && !isOnIt)) return []
      const { type, fuelEfficiency: kmpl, fuelLevel: fuel } = truck.registered
      return [{ id, type, kmpl, fuel }]
    }),
  )
  return trucks.flat()
}
