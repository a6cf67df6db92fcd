/** The trucks that a collection by hand begins with. Apart from the plan, whose screen should not wait for the solver. */

import type { Configuration } from '#contract/city/configuration.ts'
import type { Recommendation, Site, Vehicle } from '#contract/views.ts'
import type { Zone } from '#rules/city.ts'
import { needsOf } from '#rules/planner/needs.ts'
import { solve } from '#rules/planner/solve.ts'

interface Known {
  recommended?: Pick<Recommendation, 'schedules'>
  fleet: readonly Vehicle[]
  sites: readonly Site[]
  /** As configured; undefined while they are not known. */
  distances: Configuration['zone_distances'] | undefined
}

/** Those recommended for the zone; where nothing is due, the best for it alone. */
export function recommendedFor(zone: Zone, reports: number, known: Known): string[] {
  const { recommended, fleet, sites, distances } = known
  const planned = (recommended?.schedules ?? []).filter(
    (schedule) => schedule.zone === zone && schedule.status === 'recommended',
  )
  if (planned.length > 0) return planned.map(({ vehicleId }) => vehicleId)
  if (!distances) return []
  const { legs } = solve(needsOf([{ zone, reports: Math.max(1, reports) }], { fleet, sites, distances }))
  return legs.map(({ vehicleId }) => vehicleId)
}
