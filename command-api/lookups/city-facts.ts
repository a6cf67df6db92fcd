/** Reads the facts for planning from up-to-date rows, the same that the recommendation reads. */

import type { Site } from '#contract/views.ts'
import type { PlannerCityWithZones, PlannerTruck, ZoneScheduleState } from '#domain/planner/due.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readZones } from './city.ts'
import { readConfiguration } from './configuration.ts'

const VIEWS = ['zones', 'vehicles', 'sites', 'schedules', 'configuration'] as const

/** Returns the facts for planning. `siteId` limits unloading to one site. */
export async function readCityFacts(kernel: Kernel, siteId?: string): Promise<PlannerCityWithZones> {
  const rows = await kernel.rows.upToNow(...VIEWS)
  const [zones, fleet, sites, schedules, { zone_distances: distances }] = await Promise.all([
    readZones(rows),
    rows.find<Row & PlannerTruck>('vehicles', { filter: { in_fleet: true } }),
    rows.find<Row & Site>('sites', {
      filter: siteId === undefined ? { open: true } : { open: true, id: siteId },
    }),
    rows.find<Row & ZoneScheduleState>('schedules', { filter: { open: true } }),
    readConfiguration(rows),
  ])
  return { zones, fleet, sites, schedules, distances }
}
