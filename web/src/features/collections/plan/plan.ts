/** The recommended plan as the scheduler shows it: by zone, and what each zone's command says. */

import type { RequestOf } from '#contract/endpoints.ts'
import type { Recommendation } from '#contract/views.ts'
import { ZONES, type Zone } from '#rules/city.ts'
import { amount } from '#web/format/numbers.ts'

type Planned = Recommendation['schedules'][number]

export interface ZonePlan {
  zone: Zone
  trucks: Planned[]
}

/** The zones that have trucks in the plan, in the city's order; a truck that is not `free` any more is no part of it. */
export function plansOf({ schedules }: Pick<Recommendation, 'schedules'>, free: ReadonlySet<string>): ZonePlan[] {
  const possible = schedules.filter(({ vehicleId }) => free.has(vehicleId))
  return ZONES.map((zone) => ({ zone, trucks: possible.filter((one) => one.zone === zone) })).filter(
    ({ trucks }) => trucks.length > 0,
  )
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
export function allocationText({ North, South }: Recommendation['allocation']): string | null {
  const parts = [North, South].flatMap((count, index) =>
    count > 0 ? [`${count} ${count === 1 ? 'truck' : 'trucks'} to ${ZONES[index]}`] : [],
  )
  return parts.length > 0 ? parts.join(', ') : null
}
