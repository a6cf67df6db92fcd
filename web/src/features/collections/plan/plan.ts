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

/** The zones that have trucks in the plan, by name; a truck that is not `free` any more is no part of it. */
export function plansOf({ schedules }: Pick<Recommendation, 'schedules'>, free: ReadonlySet<string>): ZonePlan[] {
  const possible = schedules.filter(({ vehicleId }) => free.has(vehicleId))
  return [...Map.groupBy(possible, ({ zone }) => zone)]
    .map(([zone, trucks]) => ({ zone, trucks }))
    .sort((a, b) => (a.zone < b.zone ? -1 : 1))
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

/** '2 trucks to Ablekuma North, 1 truck to Ayawaso West', or null when none is allotted. */
export function allocationText({ schedules }: Pick<Recommendation, 'schedules'>): string | null {
  const parts = [...Map.groupBy(schedules, ({ zone }) => zone)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([zone, planned]) => {
      const trucks = new Set(planned.map(({ vehicleId }) => vehicleId)).size
      return `${trucks} ${trucks === 1 ? 'truck' : 'trucks'} to ${zone}`
    })
  return parts.length > 0 ? parts.join(', ') : null
}
