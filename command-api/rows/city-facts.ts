/** What a plan starts from: the rows that the recommendation reads too, true by now. */

import { tableOf } from '#contract/tables.ts'
import type { Site } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import type { CityFacts, Standing } from '#rules/planner/due.ts'
import type { PlannedTruck } from '#rules/planner/needs.ts'
import type { Kernel } from '../kernel/kernel.ts'
import { readZones } from './city.ts'
import { readConfiguration } from './configuration.ts'
import { rowsUpToNow } from './up-to-now.ts'

const VIEWS = ['zones', 'vehicles', 'sites', 'schedules', 'configuration'] as const

/** `siteId`: the only site to unload at, where one was asked for. */
export async function readCity(kernel: Kernel, siteId?: string): Promise<CityFacts> {
  const { reads } = kernel
  await rowsUpToNow(kernel, ...VIEWS)
  const [zones, fleet, sites, schedules, { zone_distances: distances }] = await Promise.all([
    readZones(reads),
    reads.find<Row & PlannedTruck>(tableOf('vehicles'), { filter: { in_fleet: true } }),
    reads.find<Row & Site>(tableOf('sites'), {
      filter: siteId === undefined ? { open: true } : { open: true, id: siteId },
    }),
    reads.find<Row & Standing>(tableOf('schedules'), { filter: { open: true } }),
    readConfiguration(reads),
  ])
  return { zones, fleet, sites, schedules, distances }
}
