/** Finds a dispatch of a truck in its stream. */
import type { EventData } from '#contract/events.ts'
import { type EventStore, hasType } from '#platform/event-store/event-store.ts'
import { vehicle } from './vehicle.ts'

export type TruckDispatch = EventData<'TruckDispatched'>

/** Returns the truck's dispatch that `wanted` accepts. */
export async function findDispatch(
  store: EventStore,
  vehicleId: string,
  wanted: (dispatch: TruckDispatch) => boolean,
): Promise<TruckDispatch | undefined> {
  const recorded = await store.readStream(vehicle.stream(vehicleId))
  return recorded.filter((logged) => hasType(logged, 'TruckDispatched')).find(({ data }) => wanted(data))?.data
}
