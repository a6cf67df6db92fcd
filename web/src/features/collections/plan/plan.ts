/** The recommended plan as the scheduler shows it: by zone, and what each zone's command says. */

import type { RequestOf } from '#contract/endpoints.ts'
import type { Recommendation } from '#contract/views.ts'
import type { Zone } from '#rules/city.ts'
import { amount } from '#web/format/numbers.ts'

type Planned = Recommendation['schedules'][number]

export interface ZonePlan {
  zone: Zone
  trucks: Planned[]
}

/** The command that makes a zone's plan true; its trucks unload where the first of them does. */
export function commandOf({ zone, trucks }: ZonePlan): RequestOf<'scheduleCollection'> {
  return { zone, vehicleIds: trucks.map(({ vehicleId }) => vehicleId), siteId: trucks[0]?.siteId }
}

/** '25 km · 2.9 L · 2 trips to the site' */
export function effort({ estimatedDistance, estimatedFuel, dumpTrips }: Planned): string {
  const trips = dumpTrips > 1 ? ` · ${dumpTrips} trips` : ''
  return `${amount(estimatedDistance)} km · ${amount(estimatedFuel)} L${trips}`
}
