/**
 * Lists the ways to collect one zone: with one truck, or two that share its reports.
 * Also makes a plan without optimization, which serves as a comparison.
 */

import { MAX_TRUCKS_PER_ZONE, trucksForReports } from '../planning.ts'
import {
  type CollectionPlan,
  collectionPlanOf,
  comparePlanFigures,
  EMPTY_PLAN,
  type FreeTruck,
  type PlanFigures,
  type PlannerInput,
  sumPlanFigures,
  type TruckLeg,
  type ZoneNeed,
} from './plan.ts'
import { estimateRoundMinutes, type TruckRoundOption, truckRoundOptionsOf } from './truck-limits.ts'

/**
 * Maximum number of trucks to combine into pairs per zone.
 * All pairs of 200 trucks for 60 zones would take seconds and hardly improve a plan.
 * Up to 40 trucks, every pair is checked.
 */
export const MAX_PAIRED_TRUCKS = 40

/** One way to collect a zone. `trucks` are indices of the fleet. */
export interface ZoneOption extends CollectionPlan {
  trucks: readonly number[]
}

/** An option for each zone; undefined for a zone that is not collected. */
export type ZoneOptionSelection = (ZoneOption | undefined)[]

export const sumSelectionFigures = (choice: ZoneOptionSelection): PlanFigures =>
  choice.reduce<PlanFigures>((sum, option) => (option ? sumPlanFigures(sum, option) : sum), EMPTY_PLAN)

/** Returns the nearest site. For every truck, that site costs the least fuel and time. */
export function nearestSiteOfNeed({ sites }: ZoneNeed) {
  return [...sites].sort((a, b) => a.km - b.km || (a.id < b.id ? -1 : 1))[0]
}

/** Returns the work of a truck (leg) for a number of trips and reports. */
const legOf = (zone: string, siteId: string, truck: FreeTruck, reports: number, round: TruckRoundOption): TruckLeg => {
  const { trips, km, litres } = round
  return {
    vehicleId: truck.id,
    zone,
    siteId,
    reports,
    trips,
    km,
    litres,
    minutes: estimateRoundMinutes(trips, km, reports),
  }
}

/**
 * Returns the best plan in which all of these trucks drive to a zone; undefined if one of them can't.
 * Each truck takes as many reports as its trips hold, in order of ids.
 * The same trucks therefore always share reports the same way.
 */
export function findBestPlan(need: ZoneNeed, trucks: readonly FreeTruck[]): CollectionPlan | undefined {
  const site = nearestSiteOfNeed(need)
  if (!site || trucks.length === 0) return undefined
  const inOrder = trucks.length > 1 ? [...trucks].sort((a, b) => (a.id < b.id ? -1 : 1)) : trucks
  const { id: siteId, km: distance } = site
  // Caches results by truck and remaining reports.
  // Different choices for the first trucks often leave the same number of reports for the last trucks.
  const known = new Map<string, CollectionPlan | undefined>()

  function share(at: number, reports: number): CollectionPlan | undefined {
    const truck = inOrder[at]
    const others = inOrder.length - at - 1
    if (!truck || reports <= others) return undefined
    let best: CollectionPlan | undefined
    for (const round of truckRoundOptionsOf(truck, distance, reports)) {
      const taken = Math.min(round.most, reports - others)
      const rest = others > 0 ? shareOnce(at + 1, reports - taken) : EMPTY_PLAN
      if (!rest) continue
      const plan = collectionPlanOf([legOf(need.zone, siteId, truck, taken, round), ...rest.legs])
      if (!best || comparePlanFigures(plan, best) < 0) best = plan
    }
    return best
  }

  function shareOnce(at: number, reports: number): CollectionPlan | undefined {
    if (inOrder.length < 3) return share(at, reports)
    const key = `${at}/${reports}`
    if (!known.has(key)) known.set(key, share(at, reports))
    return known.get(key)
  }

  return share(0, need.reports)
}

/**
 * Plans the trucks that a user chose.
 * The trucks share the reports in the best way.
 * A truck for which none are left still drives once.
 * Omits trucks that can't reach the site and return.
 */
export function planChosenTrucks(need: ZoneNeed, trucks: readonly FreeTruck[]): TruckLeg[] {
  const site = nearestSiteOfNeed(need)
  if (!site) return []
  const able = trucks.flatMap((truck) => {
    const [once] = truckRoundOptionsOf(truck, site.km, 1)
    return once ? [{ truck, once }] : []
  })
  const collecting = able.slice(0, need.reports).map(({ truck }) => truck)
  const alongside = able.slice(need.reports)
  return [
    ...(findBestPlan(need, collecting)?.legs ?? []),
    ...alongside.map(({ truck, once }) => legOf(need.zone, site.id, truck, 0, once)),
  ]
}

/** Returns the ways to collect a zone, best first. Omits ways that are no better than a smaller set of trucks. */
export function zoneOptionsOf(need: ZoneNeed, fleet: readonly FreeTruck[]): ZoneOption[] {
  const options: ZoneOption[] = []
  const alone = fleet.map((truck) => findBestPlan(need, [truck]))
  for (const [index, plan] of alone.entries()) if (plan) options.push({ ...plan, trucks: [index] })
  if (MAX_TRUCKS_PER_ZONE > 1) addPairs(need, fleet, alone, options)
  return options.sort((a, b) => comparePlanFigures(a, b) || a.trucks.length - b.trucks.length || byIndex(a, b))
}

function addPairs(
  need: ZoneNeed,
  fleet: readonly FreeTruck[],
  alone: readonly (CollectionPlan | undefined)[],
  options: ZoneOption[],
): void {
  const way = 2 * (nearestSiteOfNeed(need)?.km ?? 0)
  const paired = pairedOf(alone)
  for (const [at, a] of paired.entries())
    for (const b of paired.slice(at + 1)) {
      const [first, second] = [fleet[a] as FreeTruck, fleet[b] as FreeTruck]
      const either = [alone[a], alone[b]]
      // Lower bound on the pair's litres: each truck drives at least once.
      // Most pairs exceed the litres of a single truck, and need no full check.
      const least = way / first.kmpl + way / second.kmpl
      if (either.some((single) => single?.reports === need.reports && single.litres < least)) continue
      const plan = findBestPlan(need, [first, second])
      if (!plan) continue
      const needless = either.some((single) => single && comparePlanFigures(single, plan) <= 0)
      if (!needless) options.push({ ...plan, trucks: [a, b] })
    }
}

/**
 * Returns the trucks to combine into pairs, in the fleet's order.
 * Half of them are the best on their own, half are spread over the rest.
 * Zones that compete for the same trucks therefore have alternatives.
 */
function pairedOf(alone: readonly (CollectionPlan | undefined)[]): number[] {
  const able = alone.flatMap((plan, index) => (plan ? [{ plan, index }] : []))
  const all = able.length === 0 || alone.length <= MAX_PAIRED_TRUCKS ? alone.map((_, index) => index) : undefined
  if (all) return all
  const inOrder = able.sort((a, b) => comparePlanFigures(a.plan, b.plan) || a.index - b.index).map(({ index }) => index)
  const best = inOrder.slice(0, MAX_PAIRED_TRUCKS / 2)
  const rest = inOrder.slice(MAX_PAIRED_TRUCKS / 2)
  const every = Math.max(1, rest.length / (MAX_PAIRED_TRUCKS / 2))
  const spread = Array.from(
    { length: Math.min(rest.length, MAX_PAIRED_TRUCKS / 2) },
    (_, n) => rest[Math.floor(n * every)] ?? 0,
  )
  return [...best, ...spread].sort((a, b) => a - b)
}

const byIndex = (a: ZoneOption, b: ZoneOption) =>
  (a.trucks[0] ?? 0) - (b.trucks[0] ?? 0) || (a.trucks[1] ?? 0) - (b.trucks[1] ?? 0)

/**
 * Plans without optimization, as a comparison.
 * Each zone in turn gets its most economical free trucks, at most two, to the nearest site.
 */
export function createNaivePlan({ zones, trucks, most = trucks.length }: PlannerInput): CollectionPlan {
  const free = [...trucks].sort((a, b) => b.kmpl - a.kmpl || (a.id < b.id ? -1 : 1))
  const plans: CollectionPlan[] = []
  let left = most
  for (const need of zones) {
    const chosen = trucksForReports(free, need.reports, Math.min(left, MAX_TRUCKS_PER_ZONE))
    // Omits trucks that can't reach the zone or have nothing to collect there.
    const plan =
      findBestPlan(need, chosen) ?? chosen.map((truck) => findBestPlan(need, [truck])).find(Boolean) ?? EMPTY_PLAN
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
