/**
 * Trucks driven by a person, such as a demo visitor.
 * The simulation schedules them, but leaves collections and loads to people.
 */
import { binAggregate, reporterOf } from '#command-api/aggregates/bin.ts'
import { loadDriverAssignments } from '#command-api/aggregates/drivers.ts'
import { signInsAggregate } from '#command-api/aggregates/stateless.ts'
import { type Vehicle, vehicleAggregate } from '#command-api/aggregates/vehicle.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { loadState } from '#command-api/kernel/load.ts'
import type { SimulatedCommand } from '#contract/demo/simulated-command.ts'
import { hasType, type LoggedEvent } from '#platform/event-store/event-store.ts'

/** Time in ms after sign-in or an action during which a driver counts as driving. */
const DRIVER_ACTIVITY_WINDOW_MS = 60 * 60_000

type Store = Pick<Kernel, 'store'>
type Collection = Pick<NonNullable<Vehicle['collection']>, 'planned' | 'reportIds'>

/** Returns the recorded outcomes of a collection's stops. */
export async function readStopOutcomes(
  { store }: Store,
  { planned, reportIds = [] }: Collection,
): Promise<LoggedEvent[]> {
  const reporters = new Set(reportIds.flatMap((id) => reporterOf(id) ?? []))
  const streams = await Promise.all([...reporters].map((userId) => store.readStream(binAggregate.stream(userId))))
  return streams
    .flat()
    .filter((logged) => hasType(logged, 'StopServed') && logged.data.scheduleId === planned.scheduleId)
}

/**
 * Returns trucks whose driver acted or signed in within an hour.
 * Simulated actions do not count.
 */
export async function readTrucksWithActiveDriver(
  kernel: Pick<Kernel, 'store' | 'clock'>,
): Promise<ReadonlySet<string>> {
  const { store, clock } = kernel
  const since = clock().getTime() - DRIVER_ACTIVITY_WINDOW_MS
  const { current } = await loadDriverAssignments(kernel)
  const driven = new Set<string>()
  for (const [vehicleId, driver] of current) {
    const isAct = ({ meta, at }: LoggedEvent) => meta.actor === driver && !meta.simulated && at >= since
    const hasActed = async () => {
      if ((await store.readStream(signInsAggregate.stream(driver))).some(isAct)) return true
      if ((await store.readStream(vehicleAggregate.stream(vehicleId))).some(isAct)) return true
      const { collection } = await loadState(store, vehicleAggregate.stream(vehicleId), vehicleAggregate)
      return collection !== undefined && (await readStopOutcomes(kernel, collection)).some(isAct)
    }
    if (await hasActed()) driven.add(vehicleId)
  }
  return driven
}

/**
 * Returns the truck whose collection or load the simulated command continues.
 * Returns undefined for commands about planning and fuel.
 */
export function continuedTruckIdOf(happening: SimulatedCommand): string | undefined {
  switch (happening.type) {
    case 'StartCollection':
    case 'UpdateComposition':
      return happening.vehicleId
    case 'MarkAllCollected':
      return happening.body.truckId
    case 'LogTrip':
      return happening.body.vehicle_id
    default:
      return undefined
  }
}
