/** Load of each zone's open reports, and whether one truck can take it. */
import type { Report, Vehicle } from '#contract/views.ts'
import { reportCapacity, truckPayload } from '#domain/planner/truck-limits.ts'
import { BASE_KG, REPORT_KG, truckCapacity, VOLUME_PER_REPORT } from '#domain/planning.ts'
import { amount, counted, figure, loadText, tonnes } from '#web/lib/format/numbers.ts'

export interface ZoneLoad {
  zone: string
  reports: number
  /** Volume in m³. */
  load: number
}

/** Returns the loads by zone, largest first. */
export function zoneLoads(reports: readonly Pick<Report, 'zone'>[]): ZoneLoad[] {
  const byZone = Map.groupBy(reports, ({ zone }) => zone)
  return [...byZone]
    .map(([zone, { length }]) => ({ zone, reports: length, load: length * VOLUME_PER_REPORT }))
    .sort((a, b) => b.reports - a.reports || (a.zone < b.zone ? -1 : 1))
}

/**
 * Formats as '24.5 of 25 m³ on T001'.
 * If one trip does not suffice, adds the rest, and the weight if that is the limit.
 */
export function truckLoadText(reports: number, truck: Pick<Vehicle, 'id' | 'type'> | undefined, trips = 1): string {
  const load = reports * VOLUME_PER_REPORT
  if (!truck) return loadText(load, Number.NaN)
  const { id, type } = truck
  const volume = loadText(load, trips * truckCapacity(type))
  const most = reportCapacity(type, trips)
  if (reports <= most) return `${volume} on ${id}${trips > 1 ? ` in ${trips} trips` : ''}`
  const isHeavy = (most + 1) * VOLUME_PER_REPORT <= trips * truckCapacity(type)
  const weight = `${amount((BASE_KG + reports * REPORT_KG) / 1_000)} of ${tonnes((trips * truckPayload(type)) / 1_000)}`
  const left = reports - most
  const stay = left === 1 ? 'one can’t come along and needs' : `${figure(left)} can’t come along and need`
  return `${volume}${isHeavy ? ` and ${weight}` : ''} on ${id}: ${trips > 1 ? `${trips} trips take` : 'one trip takes'} ${counted(most, 'report')}; the other ${stay} another trip or truck.`
}
