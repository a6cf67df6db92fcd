/** What each truck of a zone's plan is sent to do, by the planner that recommends: whoever chose the trucks. */
import { waysOf } from '#rules/planner/options.ts'
import type { FreeTruck, ZoneNeed } from '#rules/planner/plan.ts'
import { scheduleIdOf } from '#rules/planning.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { loadFrom } from '../kernel/load.ts'
import type { Plan } from '../streams/dispatch.ts'
import { vehicle, whyUnavailable } from '../streams/vehicle.ts'
import type { ScheduleTruck } from './schedule-truck.ts'

/** With the zone's code. */
type PlanOfZone = Plan & { code: string }

/** By truck; one that can't come, or can't get there and back, has none. */
export async function worksOf(
  kernel: Kernel,
  need: ZoneNeed,
  plan: PlanOfZone,
): Promise<ReadonlyMap<string, NonNullable<ScheduleTruck['plan']>>> {
  const ways = waysOf(need, await readTrucks(kernel, plan))
  return new Map(
    ways.map(({ vehicleId, reports, trips, km, litres }) => [
      vehicleId,
      { reports, trips, km: thousandth(km), litres: thousandth(litres) },
    ]),
  )
}

/** To the metre and the millilitre, so that what is told of it stays legible. */
const thousandth = (value: number) => Math.round(value * 1_000) / 1_000

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
