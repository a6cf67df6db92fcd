/** Calculates what a dispatch collects, and describes it. */
import { plural, t } from '@lingui/core/macro'
import type { Report, Schedule, Site, Vehicle } from '#contract/views.ts'
import type { VehicleStatus } from '#domain/city.ts'
import { reportCapacityOf, truckPayloadKg } from '#domain/planner/truck-limits.ts'
import { BASE_KG, REPORT_KG, truckCapacityM3, VOLUME_M3_PER_REPORT } from '#domain/planning.ts'
import { formatList } from '#web/lib/format/names.ts'
import { figure, formatTonnes, formatUpToTenths, loadText } from '#web/lib/format/numbers.ts'

/** Name that the screen uses for a schedule. */
export type ScheduleKind = 'route' | 'collection'

export interface ZoneLoad {
  zone: string
  reports: number
  /** Volume of the zone's reports in m³. */
  load: number
}

/** Returns the load of each zone, largest first. */
export function zoneLoads(reports: readonly Pick<Report, 'zone'>[]): ZoneLoad[] {
  const byZone = Map.groupBy(reports, ({ zone }) => zone)
  return [...byZone]
    .map(([zone, { length }]) => ({ zone, reports: length, load: length * VOLUME_M3_PER_REPORT }))
    .sort((a, b) => b.reports - a.reports || (a.zone < b.zone ? -1 : 1))
}

/**
 * Formats the load as '24.5 of 25 m³ on T001'.
 * Says how many reports remain if one trip is not enough.
 * Adds the weight if the weight is the limit.
 */
export function truckLoadText(reports: number, truck: Pick<Vehicle, 'id' | 'type'> | undefined, trips = 1): string {
  const load = reports * VOLUME_M3_PER_REPORT
  if (!truck) return loadText(load, Number.NaN)
  const { id, type } = truck
  const volume = loadText(load, trips * truckCapacityM3(type))
  const most = reportCapacityOf(type, trips)
  if (reports <= most)
    return trips > 1
      ? t`${volume} on ${id} in ${plural(trips, { one: '# trip', other: '# trips' })}`
      : t`${volume} on ${id}`
  const isHeavy = (most + 1) * VOLUME_M3_PER_REPORT <= trips * truckCapacityM3(type)
  const weight = t`${{ load: formatUpToTenths((BASE_KG + reports * REPORT_KG) / 1_000) }} of ${{ capacity: formatTonnes((trips * truckPayloadKg(type)) / 1_000) }}`
  const left = reports - most
  const sentences = [
    isHeavy ? t`${volume} and ${weight} on ${id}.` : t`${volume} on ${id}.`,
    trips > 1
      ? t`${plural(trips, { one: '# trip takes', other: '# trips take' })} ${plural(most, { one: '# report', other: '# reports' })}.`
      : t`One trip takes ${plural(most, { one: '# report', other: '# reports' })}.`,
    plural(left, {
      one: '# report needs another trip or truck.',
      other: '# reports need another trip or truck.',
    }),
  ]
  return sentences.join(' ')
}

/** Statuses of trucks that a dispatcher may choose for a delivery. */
const SENDABLE_STATUSES: readonly VehicleStatus[] = ['available', 'scheduled', 'in-transit']
/** Truck that is preselected if several are on duty. */
const DEFAULT_TRUCK = 'T001'

const openOf = (schedules: readonly Schedule[], truckId: string) =>
  schedules.filter(
    ({ vehicle, status }) => vehicle.id === truckId && (status === 'scheduled' || status === 'in-progress'),
  )

/** Returns the trucks to choose from. Includes trucks on a collection, because they carry what was collected. */
export function selectDispatchableTrucks(fleet: readonly Vehicle[], schedules: readonly Schedule[]): Vehicle[] {
  const collecting = ({ id, status }: Vehicle) => status === 'on-route' && openOf(schedules, id).length > 0
  return fleet.filter((truck) => !truck.archived && (SENDABLE_STATUSES.includes(truck.status) || collecting(truck)))
}

/**
 * Returns the truck to preselect: one on a collection.
 * Returns null if no truck is on a collection.
 * Other trucks have collected nothing, so the dispatcher has to choose.
 */
export function preselectedTruckId(trucks: readonly Vehicle[], schedules: readonly Schedule[]): string | null {
  const out = trucks.filter(
    ({ id, status, needs_refuel }) =>
      status === 'on-route' && !needs_refuel && openOf(schedules, id).some(({ status }) => status === 'in-progress'),
  )
  return (out.find(({ id }) => id === DEFAULT_TRUCK) ?? out[0])?.id ?? null
}

/** Most zones that a text lists by name. With more zones, the text gives their number. */
const MAX_NAMED_ZONES = 4

/** Lists the zones with their numbers of reports, such as 'Ablekuma North (8) and Ayawaso West (4)'. */
export function zoneReportCountsText(reports: readonly Pick<Report, 'zone'>[]): string {
  const byZone = Map.groupBy(reports, ({ zone }) => zone)
  const each = [...byZone]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([zone, { length }]) => `${zone} (${figure(length)})`)
  const named =
    each.length > MAX_NAMED_ZONES
      ? [
          ...each.slice(0, MAX_NAMED_ZONES),
          plural({ zones: each.length - MAX_NAMED_ZONES }, { one: '# more zone', other: '# more zones' }),
        ]
      : each
  return formatList(named)
}

interface Dispatch {
  reports: readonly Pick<Report, 'zone'>[]
  truck: Vehicle | undefined
  site: Site | undefined
  schedules: readonly Schedule[]
}

/** Returns what the dispatch will do: one sentence per step, in order. */
export function dispatchConsequences({ reports, truck, site, schedules }: Dispatch): string[] {
  const sentences = [
    t`${plural({ reports: reports.length }, { one: '# report', other: '# reports' })} in ${{ zones: zoneReportCountsText(reports) }} will be marked collected.`,
  ]
  if (truck && site)
    sentences.push(
      t`${{ truck: truck.id }} takes the waste to ${{ site: site.name }} and is in transit until it arrives.`,
    )
  const open = truck ? openOf(schedules, truck.id).length : 0
  if (open > 0)
    sentences.push(t`Its ${plural(open, { one: '# open schedule', other: '# open schedules' })} will be completed.`)
  return sentences
}

/** Returns advice about reports of many new accounts. */
export const reportBurstAdvice = (isAutomatic: boolean) =>
  isAutomatic ? t`Automatic dispatch waits until you check them.` : t`Check them before you send a truck.`

/** Returns the message after reports of new accounts were accepted. */
export const burstAcceptedText = (isAutomatic: boolean, zone: string) =>
  isAutomatic ? t`Automatic dispatch continues in ${zone}` : t`Reports of new accounts in ${zone} accepted`
