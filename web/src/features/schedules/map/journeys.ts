/** Journeys of trucks from zones to sites, their estimated progress, and last known places. */
import { t } from '@lingui/core/macro'
import type { Delivery, Schedule } from '#contract/views.ts'
import type { Zone } from '#domain/city.ts'
import { withUnit } from '#web/lib/format/numbers.ts'
import { clockTime } from '#web/lib/format/times.ts'

export interface Journey {
  truckId: string
  zone: Zone
  siteId: string
  /** Collecting in the zone, or carrying the load. */
  kind: 'collection' | 'delivery'
  /** Epoch ms. */
  start: number
  /** Planned arrival. */
  due: string
  /** Id of the route, if it is one. */
  routeId?: string
}

/** Returns one journey per truck: a delivery before its collection, the newest of several. */
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
  // The last one wins; among simultaneous deliveries, the zone that is first by name.
  const oldestFirst = (a: Journey, b: Journey) => a.start - b.start || (a.zone < b.zone ? 1 : -1)
  const byTruck = new Map(
    [...collecting.sort(oldestFirst), ...carrying.sort(oldestFirst)].map((journey) => [journey.truckId, journey]),
  )
  return [...byTruck.values()].sort((a, b) => (a.truckId < b.truckId ? -1 : 1))
}

/**
 * Returns the share of the way, 0 to 1, by elapsed time.
 * This is an estimate, because trucks have no tracking.
 */
export function progressOf({ start, due }: Journey, now: number): number {
  const whole = Date.parse(due) - start
  return whole > 0 ? Math.min(1, Math.max(0, (now - start) / whole)) : 1
}

/** Formats as 'about 40 % of the way (estimated), due 14:15'. */
export function progressText(journey: Journey, now: number): string {
  const share = progressOf(journey, now)
  const due = clockTime(journey.due, now)
  if (share === 1) return t`should have arrived at ${due} (estimated)`
  return t`about ${{ share: withUnit(Math.floor(share * 100), '%') }} of the way (estimated), due ${due}`
}

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
