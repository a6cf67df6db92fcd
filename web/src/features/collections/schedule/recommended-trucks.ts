/**
 * Default trucks of a manual collection.
 * Separate from the plan, whose screen must not wait for the solver.
 */

import type { Configuration } from '#contract/city/configuration.ts'
import type { Recommendation, Site, Vehicle } from '#contract/views.ts'
import type { Zone } from '#rules/city.ts'
import { needsOf } from '#rules/planner/needs.ts'
import { solve } from '#rules/planner/solve.ts'

interface Known {
  recommended?: Pick<Recommendation, 'schedules'>
  fleet: readonly Vehicle[]
  sites: readonly Site[]
  /** Configured distances; undefined until they have loaded. */
  distances: Configuration['zone_distances'] | undefined
}

/** Returns the recommended trucks of the zone; if none is due, the best for it alone. */
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
