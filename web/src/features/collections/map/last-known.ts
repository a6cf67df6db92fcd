/** Where trucks that are not under way were last known, and since when: nothing but what was recorded of them. */
import type { Delivery, Schedule } from '#contract/views.ts'

export interface LastKnown {
  truckId: string
  /** The zone that it collected in, or the site that it reached. */
  kind: 'zone' | 'site'
  placeId: string
  /** ISO 8601. */
  at: string
}

/** Of each truck the last of it; `underWay`: trucks that have left since. */
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
  // What was recorded at one moment is one of its site: it had collected before it arrived.
  const oldestFirst = [...collected, ...unloaded].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const byTruck = new Map(oldestFirst.map((known) => [known.truckId, known]))
  return [...byTruck.values()]
    .filter(({ truckId }) => !underWay.has(truckId))
    .sort((a, b) => (a.truckId < b.truckId ? -1 : 1))
}
