/** Consequences of marking all open reports collected, and the likely truck. */

import type { Report, Schedule, Site, Vehicle } from '#contract/views.ts'
import type { VehicleStatus } from '#domain/city.ts'
import { counted, figure } from '#web/lib/format/numbers.ts'

/** States in which a truck can be chosen for a delivery. */
const SENDABLE_STATUSES: readonly VehicleStatus[] = ['available', 'scheduled', 'in-transit']
/** Preferred truck if several are on duty. */
const DEFAULT_TRUCK = 'T001'

const openOf = (schedules: readonly Schedule[], truckId: string) =>
  schedules.filter(
    ({ vehicle, status }) => vehicle.id === truckId && (status === 'scheduled' || status === 'in-progress'),
  )

/** Returns the trucks to choose from, including one on a collection: it is the one that collected. */
export function sendableTrucks(fleet: readonly Vehicle[], schedules: readonly Schedule[]): Vehicle[] {
  const collecting = ({ id, status }: Vehicle) => status === 'on-route' && openOf(schedules, id).length > 0
  return fleet.filter((truck) => !truck.archived && (SENDABLE_STATUSES.includes(truck.status) || collecting(truck)))
}

/**
 * Returns the truck on a collection, or null.
 * A parked truck, or one in the workshop or short of fuel, has collected nothing.
 * The dispatcher then selects the truck.
 */
export function likelyTruck(trucks: readonly Vehicle[], schedules: readonly Schedule[]): string | null {
  const out = trucks.filter(
    ({ id, status, needs_refuel }) =>
      status === 'on-route' && !needs_refuel && openOf(schedules, id).some(({ status }) => status === 'in-progress'),
  )
  return (out.find(({ id }) => id === DEFAULT_TRUCK) ?? out[0])?.id ?? null
}

/** Most zones by name; more become a count. */
const MAX_NAMED_ZONES = 4

/** Formats as 'Ablekuma North (8) and Ayawaso West (4)'. */
export function zonesOf(reports: readonly Pick<Report, 'zone'>[]): string {
  const byZone = Map.groupBy(reports, ({ zone }) => zone)
  const each = [...byZone]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([zone, { length }]) => `${zone} (${figure(length)})`)
  const named =
    each.length > MAX_NAMED_ZONES
      ? [...each.slice(0, MAX_NAMED_ZONES), `${each.length - MAX_NAMED_ZONES} more zones`]
      : each
  return named.length > 1 ? `${named.slice(0, -1).join(', ')} and ${named.at(-1)}` : named.join('')
}

export interface Dispatch {
  reports: readonly Pick<Report, 'zone'>[]
  truck: Vehicle | undefined
  site: Site | undefined
  schedules: readonly Schedule[]
}

/** Returns the consequences as sentences, in chronological order. */
export function consequences({ reports, truck, site, schedules }: Dispatch): string[] {
  const sentences = [`${counted(reports.length, 'report')} in ${zonesOf(reports)} will be marked collected.`]
  if (truck && site) sentences.push(`${truck.id} takes the waste to ${site.name} and is in transit until it arrives.`)
  const open = truck ? openOf(schedules, truck.id).length : 0
  if (open > 0) sentences.push(`Its ${counted(open, 'open schedule')} will be completed.`)
  return sentences
}
