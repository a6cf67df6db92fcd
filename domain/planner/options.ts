/**
 * Lists one zone's collection options: one truck, or two sharing reports.
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
 * Maximum trucks per zone to combine into pairs; more zones combine fewer.
 * All pairs of 200 trucks for 60 zones would take seconds.
 * They hardly improve a plan.
 * Up to 40 trucks, every pair is checked.
 */
const MAX_PAIRED_TRUCKS = 40

/** One way to collect a zone; `trucks` are fleet indices. */
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
  // Caches results by truck and remaining reports.
  // Different first choices often leave equal numbers for the last trucks.
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

/**
 * Maximum single trucks and pairs that a plan tries.
 * All trucks of 500 zones and 3,000 trucks would block for a minute.
 * Up to 60 zones with 200 trucks, every truck is tried.
 */
const [SINGLES_LIMIT, PAIRS_LIMIT] = [12_000, 48_000]

/**
 * Returns how many trucks of each zone the planner combines into pairs.
 * With more zones it combines fewer trucks.
 */
export const pairedTrucksOf = (zones: number) =>
  Math.min(MAX_PAIRED_TRUCKS, Math.floor(Math.sqrt((2 * PAIRS_LIMIT) / zones)))

/**
 * Index of a zone in a plan, and the number of zones.
 * Zones with different indexes try different trucks of a large fleet.
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
  if (MAX_TRUCKS_PER_ZONE > 1) addPairs(need, fleet, pairedOf(alone, pairedTrucksOf(zones)), alone, options)
  return options.sort((a, b) => comparePlanFigures(a, b) || a.trucks.length - b.trucks.length || byIndex(a, b))
}

/**
 * Returns up to `most` trucks' indices that reach the site, in order.
 * Half are the most economical, half follow at the zone's place.
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

/** Returns the trucks' indices, most economical first, alternating types. */
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
      // Lower bound on the pair's litres: each truck drives once.
      // Most pairs exceed a single truck's litres and need no full check.
      const least = way / first.kmpl + way / second.kmpl
      if (either.some((single) => single?.reports === need.reports && single.litres < least)) continue
      const plan = findBestPlan(need, [first, second])
      if (!plan) continue
      const needless = either.some((single) => single && comparePlanFigures(single, plan) <= 0)
      if (!needless) options.push({ ...plan, trucks: [a, b] })
    }
}

/**
 * Returns at most `most` trucks to combine into pairs, in fleet order.
 * Half are the best alone, half are spread over the rest.
 * Zones that compete for the same trucks therefore have alternatives.
 * Trucks unable to collect alone are also unable in pairs.
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
