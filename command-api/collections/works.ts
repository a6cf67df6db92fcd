/** What each truck of a zone's plan is sent to do, by the planner that recommends: whoever chose the trucks. */
import { waysOf } from '#rules/planner/options.ts'
import { type FreeTruck, workOfLeg, type ZoneNeed } from '#rules/planner/plan.ts'
import { scheduleIdOf } from '#rules/planning.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadFrom } from '../kernel/load.ts'
import type { Plan } from '../streams/dispatch.ts'
import { vehicle, whyUnavailable } from '../streams/vehicle.ts'
import type { ScheduleTruck } from './schedule-truck.ts'

/** With the zone's code. */
type PlanOfZone = Omit<Plan, 'plannedBy'> & { code: string }

/** By truck. */
export type Works = ReadonlyMap<string, NonNullable<ScheduleTruck['plan']>>

/** One that can't come, or can't get there and back, has none. */
export async function worksOf(kernel: Kernel, need: ZoneNeed, plan: PlanOfZone): Promise<Works> {
  const ways = waysOf(need, await readTrucks(kernel, plan))
  return new Map(ways.map((way) => [way.vehicleId, workOfLeg(way)]))
}

/** The plan's trucks as their own streams have them, less those that can't come: the others do their work. */
async function readTrucks({ store }: Kernel, { vehicleIds, code, cycle, round }: PlanOfZone): Promise<FreeTruck[]> {
  const trucks = await Promise.all(
    vehicleIds.map(async (id): Promise<FreeTruck[]> => {
      const truck = await loadFrom(store, vehicle.stream(id), vehicle)
      const isOnIt = truck.scheduleId === scheduleIdOf(code, cycle, round, id)
      if (!truck.registered || (whyUnavailable(id, truck) && !isOnIt)) return []
      const { type, fuelEfficiency: kmpl, fuelLevel: fuel } = truck.registered
      return [{ id, type, kmpl, fuel }]
    }),
  )
  return trucks.flat()
}
