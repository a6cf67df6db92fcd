/**
 * Options to collect a zone, with their costs.
 * They are the recommended one and at most two alternatives.
 */
import type { Zone } from '../city.ts'
import {
  type DueZonesPlan,
  type PlannerCity,
  type PlannerCityWithZones,
  planDueZones,
  toPlannerInput,
  toZoneNeed,
  type ZoneScheduleState,
} from './due.ts'
import { COLLECTION_OPTION_KINDS, type CollectionPlan, collectionPlanOf, comparePlanFigures } from './plan.ts'
import { solvePlan } from './solve.ts'

export interface PlannedCollectionOption extends CollectionPlan {
  kind: (typeof COLLECTION_OPTION_KINDS)[number]
  siteId: string
  /**
   * Number of open reports at the time of planning.
   * The trucks may not collect all of them.
   */
  of: number
}

/** Maximum number of alternatives to a zone's recommended plan. */
const MOST_OTHERS = 2

/**
 * Returns options to collect a zone; none without a recommended truck.
 * Schedules nothing (pure function).
 */
export function collectionOptionsOf<S extends ZoneScheduleState>(
  city: PlannerCityWithZones<S>,
  zone: Zone,
  due: DueZonesPlan<S> = planDueZones(city),
): PlannedCollectionOption[] {
  const asked = due.zones.find(({ id }) => id === zone)
  const plan = collectionPlanOf(due.plan.legs.filter((leg) => leg.zone === zone))
  const [first] = plan.legs
  if (!asked || !first) return []
  const { openReports: of, totalCustomers } = asked
  const others = new Set(due.plan.legs.filter((leg) => leg.zone !== zone).map(({ vehicleId }) => vehicleId))
  // Excludes the trucks that are recommended for other zones.
  const left: PlannerCity = { ...city, fleet: city.fleet.filter(({ id }) => !others.has(id)) }
  const best = (within: PlannerCity, reports = of, most?: number) =>
    solvePlan(toPlannerInput([{ zone, reports }], within, most))
  const used = new Set(plan.legs.map(({ vehicleId }) => vehicleId))
  const found: Record<Exclude<PlannedCollectionOption['kind'], 'recommended'>, () => CollectionPlan | undefined> = {
    'fewer-trucks': () => (used.size > 1 ? best(left, of, used.size - 1) : undefined),
    'other-site': () => {
      const { sites } = toZoneNeed({ zone, reports: of }, city)
      const elsewhere = new Set(sites.filter(({ id }) => id !== first.siteId).map(({ id }) => id))
      return best({ ...left, sites: city.sites.filter(({ id }) => elsewhere.has(id)) })
    },
    wait: () => (of < totalCustomers ? best(left, totalCustomers) : undefined),
    'other-trucks': () => best({ ...left, fleet: left.fleet.filter(({ id }) => !used.has(id)) }),
  }
  const alternatives = COLLECTION_OPTION_KINDS.flatMap((kind): PlannedCollectionOption[] => {
    const other = kind === 'recommended' ? undefined : found[kind]()
    const [leg] = other?.legs ?? []
    // An alternative can be better than the recommendation if the search for the recommendation ended early.
    // Such an alternative is not offered, because the recommendation must be the best.
    if (!other || !leg || (kind === 'wait' ? other.litres < plan.litres : comparePlanFigures(other, plan) < 0))
      return []
    return [{ ...collectionPlanOf(other.legs), kind, siteId: leg.siteId, of: kind === 'wait' ? totalCustomers : of }]
  })
  const recommended: PlannedCollectionOption = { ...plan, kind: 'recommended', siteId: first.siteId, of }
  // Drops duplicates: two options can be the same plan.
  const all = [recommended, ...alternatives]
  const keys = all.map(trucksAndSite)
  return all.filter((_, at) => keys.indexOf(keys[at] ?? '') === at).slice(0, MOST_OTHERS + 1)
}

const trucksAndSite = ({ siteId, of, legs }: PlannedCollectionOption) =>
  JSON.stringify([siteId, of, ...legs.map(({ vehicleId }) => vehicleId).sort()])
