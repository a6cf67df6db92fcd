/**
 * Lists the collection options of one zone: one truck, or two that share the reports.
 * Also makes an unoptimized plan for comparison.
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
 * Maximum number of trucks per zone of which every pair is checked.
 * With many zones, fewer are checked.
 * All pairs of 200 trucks for 60 zones would take seconds and hardly improve a plan.
 */
const MAX_PAIRED_TRUCKS = 40

/**
 * One possible way to collect the reports of a zone.
 * `trucks` contains indices of trucks in the fleet.
 */
export interface ZoneOption extends CollectionPlan {
  trucks: readonly number[]
}

/** Chosen option of each zone; undefined for a zone that is not collected. */
export type ZoneOptionSelection = (ZoneOption | undefined)[]

export const sumSelectionFigures = (choice: ZoneOptionSelection): PlanFigures =>
  choice.reduce<PlanFigures>((sum, option) => (option ? sumPlanFigures(sum, option) : sum), EMPTY_PLAN)

/** Returns the nearest site, which costs least fuel and time. */
export function nearestSiteOfNeed({ sites }: ZoneNeed) {
  return [...sites].sort((a, b) => a.km - b.km || (a.id < b.id ? -1 : 1))[0]
}

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
 * Returns the best plan with all of these trucks; undefined if impossible.
 * Each truck fills its trips with reports, in id order.
 * The same trucks therefore always share reports the same way.
 */
export function findBestPlan(need: ZoneNeed, trucks: readonly FreeTruck[]): CollectionPlan | undefined {
  const site = nearestSiteOfNeed(need)
  if (!site || trucks.length === 0) return undefined
  const inOrder = trucks.length > 1 ? [...trucks].sort((a, b) => (a.id < b.id ? -1 : 1)) : trucks
  const { id: siteId, km: distance } = site
  // Caches results by truck and number of remaining reports.
  // Different loads of the first trucks often leave equally many reports for the last trucks.
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
 * Plans the collection with the trucks that a user chose.
 * Divides the reports among the trucks in the best way.
 * A truck for which no reports are left still makes one trip.
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

/**
 * Maximum number of single trucks and of pairs that the planner tries.
 * Trying all with 500 zones and 3,000 trucks would block for a minute.
 * Up to 60 zones with 200 trucks, every single truck is tried.
 */
const [SINGLES_LIMIT, PAIRS_LIMIT] = [12_000, 48_000]

/**
 * Returns of how many trucks per zone the planner tries pairs.
 * The more zones, the fewer trucks.
 */
export const maxTrucksTriedInPairs = (zones: number) =>
  Math.min(MAX_PAIRED_TRUCKS, Math.floor(Math.sqrt((2 * PAIRS_LIMIT) / zones)))

/**
 * Index of a zone in a plan, and the number of zones in the plan.
 * In a large fleet, the index decides which trucks are tried for the zone.
 */
interface ZonePlace {
  at: number
  zones: number
}

/**
 * Returns the ways to collect a zone, best first.
 * Omits ways no better than a smaller set of trucks.
 */
export function zoneOptionsOf(
  need: ZoneNeed,
  fleet: readonly FreeTruck[],
  { at, zones }: ZonePlace = { at: 0, zones: 1 },
): ZoneOption[] {
  const options: ZoneOption[] = []
  const alone: (CollectionPlan | undefined)[] = fleet.map(() => undefined)
  const most = Math.max(MAX_PAIRED_TRUCKS, Math.floor(SINGLES_LIMIT / zones))
  for (const index of trucksToTry(need, fleet, most, at)) {
    const plan = findBestPlan(need, [fleet[index] as FreeTruck])
    alone[index] = plan
    if (plan) options.push({ ...plan, trucks: [index] })
  }
  if (MAX_TRUCKS_PER_ZONE > 1) addPairs(need, fleet, pairedOf(alone, maxTrucksTriedInPairs(zones)), alone, options)
  return options.sort((a, b) => comparePlanFigures(a, b) || a.trucks.length - b.trucks.length || byIndex(a, b))
}

/**
 * Returns the indices of up to `most` trucks that can reach the zone's nearest site, in ascending order.
 * Half are the most economical trucks.
 * The zone's place `at` selects the rest, so zones try different trucks.
 */
function trucksToTry(need: ZoneNeed, fleet: readonly FreeTruck[], most: number, at: number): number[] {
  if (fleet.length <= most) return fleet.map((_, index) => index)
  const site = nearestSiteOfNeed(need)
  if (!site) return []
  const ranked = rankedTrucksOf(fleet)
  const half = Math.floor(most / 2)
  const found = new Set<number>()
  const take = (from: number, upTo: number) => {
    for (let n = 0; n < ranked.length && found.size < upTo; n++) {
      const index = ranked[(from + n) % ranked.length] as number
      if (!found.has(index) && truckRoundOptionsOf(fleet[index] as FreeTruck, site.km, 1).length > 0) found.add(index)
    }
  }
  take(0, half)
  take(half + at * half, most)
  return [...found].sort((a, b) => a - b)
}

/** Caches the ranked trucks of a fleet. */
const ranks = new WeakMap<readonly FreeTruck[], readonly number[]>()

/**
 * Returns the indices of the trucks, most economical first.
 * Types of trucks alternate.
 */
function rankedTrucksOf(fleet: readonly FreeTruck[]): readonly number[] {
  const known = ranks.get(fleet)
  if (known) return known
  const byType = Map.groupBy(fleet.keys(), (index) => fleet[index]?.type)
  const kmplOf = (index: number) => fleet[index]?.kmpl ?? 0
  const places = [...byType.values()].flatMap((indices) =>
    indices.sort((a, b) => kmplOf(b) - kmplOf(a) || a - b).map((index, place) => ({ index, place })),
  )
  const ranked = places.sort((a, b) => a.place - b.place || a.index - b.index).map(({ index }) => index)
  ranks.set(fleet, ranked)
  return ranked
}

function addPairs(
  need: ZoneNeed,
  fleet: readonly FreeTruck[],
  paired: readonly number[],
  alone: readonly (CollectionPlan | undefined)[],
  options: ZoneOption[],
): void {
  const way = 2 * (nearestSiteOfNeed(need)?.km ?? 0)
  for (const [at, a] of paired.entries())
    for (const b of paired.slice(at + 1)) {
      const [first, second] = [fleet[a] as FreeTruck, fleet[b] as FreeTruck]
      const either = [alone[a], alone[b]]
      // Lower bound on the litres of two trucks together: each truck drives once.
      // Most pairs use more than a single truck, so they need no full check.
      const least = way / first.kmpl + way / second.kmpl
      if (either.some((single) => single?.reports === need.reports && single.litres < least)) continue
      const plan = findBestPlan(need, [first, second])
      if (!plan) continue
      const needless = either.some((single) => single && comparePlanFigures(single, plan) <= 0)
      if (!needless) options.push({ ...plan, trucks: [a, b] })
    }
}

/**
 * Returns at most `most` trucks that may be combined into pairs, in fleet order.
 * Half of them are best at collecting alone.
 * The others are spread over the remaining trucks.
 * Zones that compete for the same trucks therefore have alternatives.
 * Trucks that can't collect alone are also unable in pairs.
 */
function pairedOf(alone: readonly (CollectionPlan | undefined)[], most: number): number[] {
  const able = alone.flatMap((plan, index) => (plan ? [{ plan, index }] : []))
  if (able.length <= most) return able.map(({ index }) => index)
  const inOrder = able.sort((a, b) => comparePlanFigures(a.plan, b.plan) || a.index - b.index).map(({ index }) => index)
  const half = Math.floor(most / 2)
  const best = inOrder.slice(0, most - half)
  const rest = inOrder.slice(most - half)
  const every = Math.max(1, rest.length / half)
  const spread = Array.from({ length: Math.min(rest.length, half) }, (_, n) => rest[Math.floor(n * every)] ?? 0)
  return [...best, ...spread].sort((a, b) => a - b)
}

const byIndex = (a: ZoneOption, b: ZoneOption) =>
  (a.trucks[0] ?? 0) - (b.trucks[0] ?? 0) || (a.trucks[1] ?? 0) - (b.trucks[1] ?? 0)

/**
 * Plans without optimization, as a comparison.
 * Each zone in turn gets up to two free trucks, most economical first.
 * Trucks use the nearest site.
 */
export function createNaivePlan({ zones, trucks, most = trucks.length }: PlannerInput): CollectionPlan {
  const free = [...trucks].sort((a, b) => b.kmpl - a.kmpl || (a.id < b.id ? -1 : 1))
  const plans: CollectionPlan[] = []
  let left = most
  for (const need of zones) {
    const chosen = trucksForReports(free, need.reports, Math.min(left, MAX_TRUCKS_PER_ZONE))
    // Omits trucks that can't reach the zone or collect anything.
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
