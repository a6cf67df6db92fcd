/** Journeys of trucks from zones to sites, with their estimated progress, and last known places of other trucks. */
import { t } from '@lingui/core/macro'
import type { Delivery, Schedule } from '#contract/views.ts'
import type { Zone } from '#domain/city.ts'
import { withUnit } from '#web/lib/format/numbers.ts'
import { formatRecentTime } from '#web/lib/format/times.ts'

export interface Journey {
  truckId: string
  zone: Zone
  siteId: string
  /** Whether the truck collects in the zone, or carries a load to the site. */
  kind: 'collection' | 'delivery'
  /** Epoch ms. */
  start: number
  /** Planned arrival. */
  due: string
  /** Id of the schedule, which the screen lists as a route. Absent for a delivery. */
  routeId?: string
}

/** Returns one journey per truck: the newest delivery, or else the newest collection. */
export function journeysOf(schedules: readonly Schedule[], deliveries: readonly Delivery[]): Journey[] {
  const collecting = schedules
    .filter(({ status }) => status === 'in-progress')
    .map((schedule): Journey => {
      const { vehicle, zone, siteId, startedAt, scheduledStart, estimatedCompletion: due, id: routeId } = schedule
      const start = Date.parse(startedAt ?? scheduledStart)
      return { truckId: vehicle.id, zone, siteId, kind: 'collection', start, due, routeId }
    })
  const carrying = deliveries
    .filter(({ status }) => status === 'in-transit')
    .map(({ truckId, zone, facilityId: siteId, createdAt, estimatedArrival: due }): Journey => {
      return { truckId, zone, siteId, kind: 'delivery', start: Date.parse(createdAt), due }
    })
  // Sorts the journeys from old to new, because the last journey of each truck is used.
  // Of a truck's simultaneous deliveries, the one of the first zone by name is used and therefore sorted last.
  const oldestFirst = (a: Journey, b: Journey) => a.start - b.start || (a.zone < b.zone ? 1 : -1)
  const byTruck = new Map(
    [...collecting.sort(oldestFirst), ...carrying.sort(oldestFirst)].map((journey) => [journey.truckId, journey]),
  )
  return [...byTruck.values()].sort((a, b) => (a.truckId < b.truckId ? -1 : 1))
}

/**
 * Returns the fraction of the way that is done, 0 to 1.
 * It is estimated from the elapsed time, because trucks are not tracked.
 */
export function progressOf({ start, due }: Journey, now: number): number {
  const whole = Date.parse(due) - start
  return whole > 0 ? Math.min(1, Math.max(0, (now - start) / whole)) : 1
}

/** Formats the progress of a journey as 'about 40 % of the way (estimated), due 14:15'. */
export function progressText(journey: Journey, now: number): string {
  const share = progressOf(journey, now)
  const due = formatRecentTime(journey.due, now)
  if (share === 1) return t`should have arrived at ${due} (estimated)`
  return t`about ${{ share: withUnit(Math.floor(share * 100), '%') }} of the way (estimated), due ${due}`
}

export interface LastKnownPlace {
  truckId: string
  /** Kind of the place: a zone that the truck collected, or a site where it arrived. */
  kind: 'zone' | 'site'
  placeId: string
  /** ISO 8601. */
  at: string
}

/** Returns the last known place of each truck that is not on the way. `underWay` contains the trucks on the way. */
export function lastKnownPlacesOf(
  schedules: readonly Schedule[],
  deliveries: readonly Delivery[],
  underWay: ReadonlySet<string>,
): LastKnownPlace[] {
  const collected = schedules.flatMap(({ vehicle, zone, startedAt, completedAt, cancelledAt }): LastKnownPlace[] => {
    const at = completedAt ?? (startedAt && cancelledAt)
    return at ? [{ truckId: vehicle.id, kind: 'zone', placeId: zone, at }] : []
  })
  const unloaded = deliveries.flatMap(({ truckId, facilityId, arrivedAt }): LastKnownPlace[] =>
    arrivedAt ? [{ truckId, kind: 'site', placeId: facilityId, at: arrivedAt }] : [],
  )
  // If a collection and an arrival have the same time, the site comes last, because the truck arrived there afterwards.
  const oldestFirst = [...collected, ...unloaded].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const byTruck = new Map(oldestFirst.map((known) => [known.truckId, known]))
  return [...byTruck.values()]
    .filter(({ truckId }) => !underWay.has(truckId))
    .sort((a, b) => (a.truckId < b.truckId ? -1 : 1))
}
