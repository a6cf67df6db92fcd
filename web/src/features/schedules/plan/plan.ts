/** The recommended plan by zone, and the command of each zone. */

import type { RequestOf } from '#contract/endpoints.ts'
import type { Recommendation } from '#contract/views.ts'
import type { Zone } from '#domain/city.ts'

type Planned = Recommendation['schedules'][number]

export interface ZonePlan {
  zone: Zone
  trucks: Planned[]
}

/**
 * Returns the command of a zone's plan as shown.
 * All trucks unload where the first one does.
 */
export function commandOf({ zone, trucks }: ZonePlan): RequestOf<'scheduleCollection'> {
  const [first] = trucks
  if (!first) return { zone }
  const accepted = trucks.map(({ vehicleId, reportsCount, dumpTrips, estimatedDistance, estimatedFuel }) => ({
    vehicleId,
    reports: reportsCount,
    trips: dumpTrips,
    km: estimatedDistance,
    litres: estimatedFuel,
  }))
  return { zone, accepted: { siteId: first.siteId, of: first.of, trucks: accepted } }
}
