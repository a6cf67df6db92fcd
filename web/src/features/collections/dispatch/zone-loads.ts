/** What the open reports of each zone load, and whether one truck can take it. */
import type { Report, Vehicle } from '#contract/views.ts'
import { mostAboard } from '#rules/planner/truck-limits.ts'
import { truckCapacity, VOLUME_PER_REPORT } from '#rules/planning.ts'
import { loadText } from '#web/format/loads.ts'
import { counted, figure } from '#web/format/numbers.ts'

export interface ZoneLoad {
  zone: string
  reports: number
  /** m³ */
  load: number
}

/** By zone, the largest first. */
export function zoneLoads(reports: readonly Pick<Report, 'zone'>[]): ZoneLoad[] {
  const byZone = Map.groupBy(reports, ({ zone }) => zone)
  return [...byZone]
    .map(([zone, { length }]) => ({ zone, reports: length, load: length * VOLUME_PER_REPORT }))
    .sort((a, b) => b.reports - a.reports || (a.zone < b.zone ? -1 : 1))
}

/** '24.5 of 25 m³ on T001'; and where one trip is not enough, what does not fit. */
export function loadAgainst(reports: number, truck: Pick<Vehicle, 'id' | 'type'> | undefined): string {
  const load = reports * VOLUME_PER_REPORT
  if (!truck) return loadText(load, Number.NaN)
  const said = `${loadText(load, truckCapacity(truck.type))} on ${truck.id}`
  const most = mostAboard(truck.type)
  if (reports <= most) return said
  const left = figure(reports - most)
  return `${said}: one trip takes ${counted(most, 'report')}; the other ${left} can’t come along and need another trip or truck.`
}
