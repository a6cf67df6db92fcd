/** Last recorded place of each parked truck, and its time. */
import type { Delivery, Schedule } from '#contract/views.ts'

export interface LastKnown {
  truckId: string
  /** Zone of its collection, or site of its arrival. */
  kind: 'zone' | 'site'
  placeId: string
  /** ISO 8601. */
  at: string
}

/** Returns the last record of each truck; `underWay` are trucks that left since. */
export function lastKnownOf(
  schedules: readonly Schedule[],
  deliveries: readonly Delivery[],
  underWay: ReadonlySet<string>,
): LastKnown[] {
  const collected = schedules.flatMap(({ vehicle, zone, startedAt, completedAt, cancelledAt }): LastKnown[] => {
    const at = completedAt ?? (startedAt && cancelledAt)
    return at ? [{ truckId: vehicle.id, kind: 'zone', placeId: zone, at }] : []
  })
  const unloaded = deliveries.flatMap(({ truckId, facilityId, arrivedAt }): LastKnown[] =>
    arrivedAt ? [{ truckId, kind: 'site', placeId: facilityId, at: arrivedAt }] : [],
  )
  // The site wins over a simultaneous collection, because the collection preceded the arrival.
  const oldestFirst = [...collected, ...unloaded].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const byTruck = new Map(oldestFirst.map((known) => [known.truckId, known]))
  return [...byTruck.values()]
    .filter(({ truckId }) => !underWay.has(truckId))
    .sort((a, b) => (a.truckId < b.truckId ? -1 : 1))
}
