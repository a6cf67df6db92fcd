/**
 * Calculates and describes what a dispatch collects.
 * For recommended plans, also builds the commands and the texts of alternatives.
 */

import { plural, t } from '@lingui/core/macro'
import type { BodyInputOf } from '#contract/endpoints.ts'
import type { CollectionOption, CollectionRecommendation, Report, Schedule, Site, Vehicle } from '#contract/views.ts'
import type { VehicleStatus, Zone } from '#domain/city.ts'
import { reportCapacityOf, truckPayloadKgOf } from '#domain/planner/truck-limits.ts'
import { BASE_KG, REPORT_KG, truckCapacityM3Of, VOLUME_M3_PER_REPORT } from '#domain/planning.ts'
import { formatList } from '#web/lib/format/names.ts'
import {
  formatHundredths,
  formatLoadOfCapacity,
  formatNumber,
  formatTonnes,
  formatUpToTenths,
  withUnit,
} from '#web/lib/format/numbers.ts'
import { formatTimeOfDay, withCurrency } from '#web/lib/format/times.ts'

/** Name that the screen uses for a schedule. */
export type ScheduleKind = 'route' | 'collection'

export interface ZoneLoad {
  zone: string
  reports: number
  /** Volume of the zone's reports in m³. */
  load: number
}

/** Returns the number and volume of each zone's reports, largest first. */
export function zoneLoadsOf(reports: readonly Pick<Report, 'zone'>[]): ZoneLoad[] {
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
export function describeTruckLoad(reports: number, truck: Pick<Vehicle, 'id' | 'type'> | undefined, trips = 1): string {
  const load = reports * VOLUME_M3_PER_REPORT
  if (!truck) return formatLoadOfCapacity(load, Number.NaN)
  const { id, type } = truck
  const volume = formatLoadOfCapacity(load, trips * truckCapacityM3Of(type))
  const most = reportCapacityOf(type, trips)
  if (reports <= most)
    return trips > 1
      ? t`${volume} on ${id} in ${plural(trips, { one: '# trip', other: '# trips' })}`
      : t`${volume} on ${id}`
  const isHeavy = (most + 1) * VOLUME_M3_PER_REPORT <= trips * truckCapacityM3Of(type)
  const weight = t`${{ load: formatUpToTenths((BASE_KG + reports * REPORT_KG) / 1_000) }} of ${{ capacity: formatTonnes((trips * truckPayloadKgOf(type)) / 1_000) }}`
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

/** Statuses in which a dispatcher may choose a truck for a delivery. */
const SENDABLE_STATUSES: readonly VehicleStatus[] = ['available', 'scheduled', 'in-transit']
/** Truck that is preselected if several are on duty. */
const DEFAULT_TRUCK = 'T001'

const openSchedulesOf = (schedules: readonly Schedule[], truckId: string) =>
  schedules.filter(
    ({ vehicle, status }) => vehicle.id === truckId && (status === 'scheduled' || status === 'in-progress'),
  )

/**
 * Returns the trucks to choose from.
 * Includes collecting trucks, because they carry what was collected.
 */
export function selectDispatchableTrucks(fleet: readonly Vehicle[], schedules: readonly Schedule[]): Vehicle[] {
  const collecting = ({ id, status }: Vehicle) => status === 'on-route' && openSchedulesOf(schedules, id).length > 0
  return fleet.filter((truck) => !truck.archived && (SENDABLE_STATUSES.includes(truck.status) || collecting(truck)))
}

/**
 * Returns the truck to preselect: one on a collection.
 * Returns null if no truck is on a collection.
 * Other trucks have collected nothing, so the dispatcher has to choose.
 */
export function choosePreselectedTruckId(trucks: readonly Vehicle[], schedules: readonly Schedule[]): string | null {
  const out = trucks.filter(
    ({ id, status, needs_refuel }) =>
      status === 'on-route' &&
      !needs_refuel &&
      openSchedulesOf(schedules, id).some(({ status }) => status === 'in-progress'),
  )
  return (out.find(({ id }) => id === DEFAULT_TRUCK) ?? out[0])?.id ?? null
}

/**
 * Maximum number of zones that a text names.
 * A longer list is shortened, with the number of zones.
 */
const MAX_NAMED_ZONES = 4

/** Lists zones with report counts: 'Ablekuma North (8) and Ayawaso West (4)'. */
export function describeZoneReportCounts(reports: readonly Pick<Report, 'zone'>[]): string {
  const byZone = Map.groupBy(reports, ({ zone }) => zone)
  const each = [...byZone]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([zone, { length }]) => `${zone} (${formatNumber(length)})`)
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

/** Returns the dispatch's effects, one sentence per step in order. */
export function describeDispatchConsequences({ reports, truck, site, schedules }: Dispatch): string[] {
  const sentences = [
    t`${plural({ reports: reports.length }, { one: '# report', other: '# reports' })} in ${{ zones: describeZoneReportCounts(reports) }} will be marked collected.`,
  ]
  if (truck && site)
    sentences.push(
      t`${{ truck: truck.id }} takes the waste to ${{ site: site.name }} and is in transit until it arrives.`,
    )
  const open = truck ? openSchedulesOf(schedules, truck.id).length : 0
  if (open > 0)
    sentences.push(t`Its ${plural(open, { one: '# open schedule', other: '# open schedules' })} will be completed.`)
  return sentences
}

/** Returns advice for dispatchers on what to do when many new accounts have sent reports. */
export const getReportBurstAdvice = (isAutomatic: boolean) =>
  isAutomatic ? t`Automatic dispatch waits until you check them.` : t`Check them before you send a truck.`

/** Returns the message that follows when a dispatcher accepts reports of new accounts. */
export const describeAcceptedReportBurst = (isAutomatic: boolean, zone: string) =>
  isAutomatic ? t`Automatic dispatch continues in ${zone}` : t`Reports of new accounts in ${zone} accepted`

type Planned = CollectionRecommendation['schedules'][number]

export interface PlannedZoneTrucks {
  zone: Zone
  trucks: Planned[]
}

/**
 * Returns the command that schedules a zone's plan as shown.
 * All trucks unload at the site of the plan's first truck.
 */
export function scheduleCommandOf({ zone, trucks }: PlannedZoneTrucks): BodyInputOf<'scheduleCollection'> {
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

/** Returns the title of one collection plan among alternatives, such as 'Fewer trucks'. */
export function optionTitleOf({ kind, of, trucks }: Pick<CollectionOption, 'kind' | 'of' | 'trucks'>): string {
  if (kind === 'wait') return t`Wait until all ${{ customers: formatNumber(of) }} have reported`
  if (kind === 'other-trucks') return trucks.length > 1 ? t`Other trucks` : t`Another truck`
  return { recommended: t`Recommended`, 'fewer-trucks': t`Fewer trucks`, 'other-site': t`Another site` }[kind]
}

/** Returns 'T001 and T003 leave at 14:15', or 'T001, not sent yet'. */
export function describeDeparture({
  trucks,
  scheduledStart,
}: Pick<CollectionOption, 'trucks' | 'scheduledStart'>): string {
  const who = formatList(trucks.map(({ vehicleId }) => vehicleId))
  if (!scheduledStart) return t`${who}, not sent yet`
  const time = formatTimeOfDay(scheduledStart)
  return trucks.length > 1 ? t`${who} leave at ${time}` : t`${who} leaves at ${time}`
}

/** Returns the figures of a dispatch option with their labels, always in the same order. */
export function optionFiguresOf(choice: CollectionOption): readonly [name: string, figure: string][] {
  const { reports, of, load, capacity, trips, km, litres, cost } = choice
  return [
    [t`Load`, formatLoadOfCapacity(load, capacity)],
    [t`Reports`, reports < of ? t`${reports} of ${{ customers: of }}` : `${of}`],
    [t`Trips`, `${trips}`],
    [t`Distance`, withUnit(formatUpToTenths(km), 'km')],
    [t`Fuel`, withUnit(formatUpToTenths(litres), 'L')],
    [t`Cost`, withCurrency(formatHundredths(cost))],
  ]
}

/** Formats one truck's work in a plan: 'T001: 102 reports, 1 trip, 25 km, 2.9 L'. */
export const describeTruckWork = ({ vehicleId, reports, trips, km, litres }: CollectionOption['trucks'][number]) =>
  t`${vehicleId}: ${plural(reports, { one: '# report', other: '# reports' })}, ${plural(trips, { one: '# trip', other: '# trips' })}, ${{ distance: withUnit(formatUpToTenths(km), 'km') }}, ${{ fuel: withUnit(formatUpToTenths(litres), 'L') }}`

interface Effort {
  km: number
  litres: number
  cost: number
}

/** Returns figures as texts, except those that round to zero. */
const effortParts = ({ km, litres, cost }: Effort) =>
  [
    [km, formatUpToTenths(Math.abs(km)), 'km'],
    [litres, formatUpToTenths(Math.abs(litres)), 'L'],
    [cost, formatHundredths(Math.abs(cost)), ''],
  ].flatMap(([value, text, unit]) =>
    Number(String(text).replaceAll(',', '')) === 0
      ? []
      : [{ more: Number(value) > 0, text: unit ? withUnit(String(text), String(unit)) : withCurrency(String(text)) }],
  )

/**
 * Formats a difference: '12.4 km and 1.5 L more, GH₵ 3.00 less'.
 * Returns '' without a difference.
 */
function effortText(by: Effort): string {
  const parts = effortParts(by)
  const side = (more: boolean) => formatList(parts.filter((part) => part.more === more).map(({ text }) => text))
  const [more, less] = [side(true), side(false)]
  if (more && less) return t`${more} more, ${less} less`
  if (more) return t`${more} more`
  return less ? t`${less} less` : ''
}

/** Describes how an offered collection differs from the recommended one in reports, km, litres and cost. */
export function describeDifferenceFromRecommended(choice: CollectionOption, recommended: CollectionOption): string {
  const by = { km: 0, litres: 0, cost: 0 }
  for (const figure of ['km', 'litres', 'cost'] as const) by[figure] = choice[figure] - recommended[figure]
  const effort = effortText(by)
  const reports = choice.reports - recommended.reports
  if (reports === 0)
    return effort
      ? t`Compared with the recommended plan: ${effort}.`
      : t`Same distance, fuel and cost as the recommended plan.`
  const difference =
    reports > 0
      ? plural(reports, { one: '# more report', other: '# more reports' })
      : plural({ reports: -reports }, { one: '# fewer report', other: '# fewer reports' })
  return effort
    ? t`Compared with the recommended plan: ${difference}, ${effort}.`
    : t`Compared with the recommended plan: ${difference}.`
}

/**
 * Returns text about what the recommended plan saves.
 * It is compared with sending the most economical trucks to each zone separately.
 */
export function describePlanSaving({ zoneSaves }: Pick<CollectionRecommendation, 'zoneSaves'>): string {
  if (!zoneSaves) return t`Planning each zone alone would collect other reports.`
  const texts = effortParts(zoneSaves)
  if (texts.length === 0) return t`Same distance, fuel and cost as planning each zone alone.`
  if (texts.every(({ more }) => more))
    return t`Saves ${{ effort: formatList(texts.map(({ text }) => text)) }} compared with planning each zone alone.`
  const { km, litres, cost } = zoneSaves
  const by = effortText({ km: -km, litres: -litres, cost: -cost })
  return t`Compared with planning each zone alone: ${by}. Planning all zones together costs the least overall.`
}
