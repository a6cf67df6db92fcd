/** The simulated city as the rows say that it stands: its sites, the trucks that are free, and whose report is open. */
import { residentId } from '#command-api/city-commands.ts'
import { readFleet } from '#command-api/collections/city-rows.ts'
import { readConfiguration } from '#command-api/configured.ts'
import type { Kernel } from '#command-api/kernel/kernel.ts'
import { tableOf } from '#contract/tables.ts'
import type { Site } from '#contract/views.ts'
import type { Row } from '#platform/read-store/read-store.ts'
import { type CityPlan, createCity } from '#simulator/city.ts'
import { DEMO_CITY } from './city.ts'

type Report = Row & { userId: string }

export interface Present {
  plan: CityPlan
  /** The residents of the city whose report waits. */
  open: ReadonlySet<string>
}

export async function readPresent({ reads }: Pick<Kernel, 'reads'>): Promise<Present> {
  const filter = { open: true }
  const [sites, fleet, reports, { zone_distances: distances }] = await Promise.all([
    reads.find<Row & Site>(tableOf('sites'), { filter }),
    readFleet(reads),
    reads.find<Report>(tableOf('reports'), { filter }),
    readConfiguration(reads),
  ])
  const own = new Map([...createCity(DEMO_CITY).residents()].map((resident) => [residentId(resident), resident.id]))
  return {
    plan: {
      ...DEMO_CITY,
      sites: sites.map((site) => ({ ...site, composition: site.composition as Record<string, number> })),
      trucks: fleet.filter(({ status, archived }) => status === 'available' && !archived),
      distances: distances as CityPlan['distances'],
    },
    open: new Set(reports.flatMap(({ userId }) => own.get(userId) ?? [])),
  }
}
