/** The recommended plan as the scheduler shows it: by zone, and what each zone's command says. */

import type { RequestOf } from '#contract/endpoints.ts'
import type { Recommendation } from '#contract/views.ts'
import type { Zone } from '#rules/city.ts'

type Planned = Recommendation['schedules'][number]

export interface ZonePlan {
  zone: Zone
  trucks: Planned[]
}

/** The command that makes a zone's plan true, as it is drawn; its trucks unload where the first of them does. */
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
