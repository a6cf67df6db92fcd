/**
 * Naive plan, which serves as a comparison: each zone in turn gets its most economical free trucks, to the nearest
 * site.
 */
import { TRUCKS_PER_ZONE_LIMIT, trucksForReports } from '../planning.ts'
import { bestPlanWith } from './options.ts'
import { type CollectionPlan, collectionPlanOf, EMPTY_PLAN, type PlannerInput } from './plan.ts'

/** Plans without optimization: trucks with the best km/L first, at most two per zone. */
export function naivePlan({ zones, trucks, most = trucks.length }: PlannerInput): CollectionPlan {
  const free = [...trucks].sort((a, b) => b.kmpl - a.kmpl || (a.id < b.id ? -1 : 1))
  const plans: CollectionPlan[] = []
  let left = most
  for (const need of zones) {
    const chosen = trucksForReports(free, need.reports, Math.min(left, TRUCKS_PER_ZONE_LIMIT))
    // Omits trucks that can't reach the zone or have nothing to collect there.
    const plan =
      bestPlanWith(need, chosen) ?? chosen.map((truck) => bestPlanWith(need, [truck])).find(Boolean) ?? EMPTY_PLAN
    plans.push(plan)
    left -= plan.legs.length
    for (const { vehicleId } of plan.legs)
      free.splice(
        free.findIndex(({ id }) => id === vehicleId),
        1,
      )
  }
  return collectionPlanOf(plans.flatMap(({ legs }) => legs))
}
