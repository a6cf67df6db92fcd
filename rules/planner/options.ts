/** The ways to collect one zone: with one truck, or with two that share its reports. */
import { MOST_TRUCKS_PER_ZONE } from '../planning.ts'
import {
  compareOutcomes,
  type FreeTruck,
  type Leg,
  NOTHING,
  type Outcome,
  type Plan,
  planOf,
  together,
  type ZoneNeed,
} from './plan.ts'
import { minutesOf, type Round, roundsOf } from './truck-limits.ts'

/**
 * Of a larger fleet only so many trucks are paired for a zone: all pairs of 200 trucks for 60 zones take seconds, and no plan is
 * noticeably better for them. Of 40 trucks and fewer every pair is looked at.
 */
export const MOST_PAIRED = 40

/** One way to collect a zone, with the trucks that it takes as indices into the fleet. */
export interface Option extends Plan {
  trucks: readonly number[]
}

/** One option for each zone, or undefined where a zone is left. */
export type Choice = (Option | undefined)[]

export const outcomeOf = (choice: Choice): Outcome =>
  choice.reduce<Outcome>((sum, option) => (option ? together(sum, option) : sum), NOTHING)

/** The site that its trucks unload at: the nearest, since a nearer one costs every truck less fuel and less time. */
export function siteOf({ sites }: ZoneNeed) {
  return [...sites].sort((a, b) => a.km - b.km || (a.id < b.id ? -1 : 1))[0]
}

/** What a truck does that drives so many trips for so many reports. */
export const legOf = (zone: string, siteId: string, truck: FreeTruck, reports: number, round: Round): Leg => {
  const { trips, km, litres } = round
  return { vehicleId: truck.id, zone, siteId, reports, trips, km, litres, minutes: minutesOf(trips, km, reports) }
}

/**
 * The best that these trucks can do for a zone when each of them goes; undefined when one of them can't. Of a zone's reports
 * each takes as much as its trips hold, in the order of the trucks' ids: the same trucks share them the same way, whoever asks.
 */
export function bestWith(need: ZoneNeed, trucks: readonly FreeTruck[]): Plan | undefined {
  const site = siteOf(need)
  if (!site || trucks.length === 0) return undefined
  const inOrder = trucks.length > 1 ? [...trucks].sort((a, b) => (a.id < b.id ? -1 : 1)) : trucks
  const { id: siteId, km: distance } = site
  // Of many trucks the last ones are left with the same reports again and again.
  const known = new Map<string, Plan | undefined>()

  function share(at: number, reports: number): Plan | undefined {
    const truck = inOrder[at]
    const others = inOrder.length - at - 1
    if (!truck || reports <= others) return undefined
    let best: Plan | undefined
    for (const round of roundsOf(truck, distance, reports)) {
      const taken = Math.min(round.most, reports - others)
      const rest = others > 0 ? shareOnce(at + 1, reports - taken) : NOTHING
      if (!rest) continue
      const plan = planOf([legOf(need.zone, siteId, truck, taken, round), ...rest.legs])
      if (!best || compareOutcomes(plan, best) < 0) best = plan
    }
    return best
  }

  function shareOnce(at: number, reports: number): Plan | undefined {
    if (inOrder.length < 3) return share(at, reports)
    const key = `${at}/${reports}`
    if (!known.has(key)) known.set(key, share(at, reports))
    return known.get(key)
  }

  return share(0, need.reports)
}

/**
 * The ways of trucks that are sent whatever is recommended: they share the reports as they do best, and one that nothing is
 * left for goes as well, once. Those that can't get to the site and back are left out.
 */
export function waysOf(need: ZoneNeed, trucks: readonly FreeTruck[]): Leg[] {
  const site = siteOf(need)
  if (!site) return []
  const able = trucks.flatMap((truck) => {
    const [once] = roundsOf(truck, site.km, 1)
    return once ? [{ truck, once }] : []
  })
  const collecting = able.slice(0, need.reports).map(({ truck }) => truck)
  const alongside = able.slice(need.reports)
  return [
    ...(bestWith(need, collecting)?.legs ?? []),
    ...alongside.map(({ truck, once }) => legOf(need.zone, site.id, truck, 0, once)),
  ]
}

/** Every way to collect a zone that no smaller set of trucks does as well, best first. */
export function optionsOf(need: ZoneNeed, fleet: readonly FreeTruck[]): Option[] {
  const options: Option[] = []
  const alone = fleet.map((truck) => bestWith(need, [truck]))
  for (const [index, plan] of alone.entries()) if (plan) options.push({ ...plan, trucks: [index] })
  if (MOST_TRUCKS_PER_ZONE > 1) addPairs(need, fleet, alone, options)
  return options.sort((a, b) => compareOutcomes(a, b) || a.trucks.length - b.trucks.length || byIndex(a, b))
}

function addPairs(
  need: ZoneNeed,
  fleet: readonly FreeTruck[],
  alone: readonly (Plan | undefined)[],
  options: Option[],
): void {
  const way = 2 * (siteOf(need)?.km ?? 0)
  const paired = pairedOf(alone)
  for (const [at, a] of paired.entries())
    for (const b of paired.slice(at + 1)) {
      const [first, second] = [fleet[a] as FreeTruck, fleet[b] as FreeTruck]
      const either = [alone[a], alone[b]]
      // Of both each goes there and back once at least: most pairs need not be looked at.
      const least = way / first.kmpl + way / second.kmpl
      if (either.some((single) => single?.reports === need.reports && single.litres < least)) continue
      const plan = bestWith(need, [first, second])
      if (!plan) continue
      const needless = either.some((single) => single && compareOutcomes(single, plan) <= 0)
      if (!needless) options.push({ ...plan, trucks: [a, b] })
    }
}

/**
 * Which trucks are paired, in the fleet's order: the half of them that do best alone, and the other half from all over the rest,
 * so that zones which want the same ones have others to fall back on.
 */
function pairedOf(alone: readonly (Plan | undefined)[]): number[] {
  const able = alone.flatMap((plan, index) => (plan ? [{ plan, index }] : []))
  const all = able.length === 0 || alone.length <= MOST_PAIRED ? alone.map((_, index) => index) : undefined
  if (all) return all
  const inOrder = able.sort((a, b) => compareOutcomes(a.plan, b.plan) || a.index - b.index).map(({ index }) => index)
  const best = inOrder.slice(0, MOST_PAIRED / 2)
  const rest = inOrder.slice(MOST_PAIRED / 2)
  const every = Math.max(1, rest.length / (MOST_PAIRED / 2))
  const spread = Array.from(
    { length: Math.min(rest.length, MOST_PAIRED / 2) },
    (_, n) => rest[Math.floor(n * every)] ?? 0,
  )
  return [...best, ...spread].sort((a, b) => a - b)
}

const byIndex = (a: Option, b: Option) =>
  (a.trucks[0] ?? 0) - (b.trucks[0] ?? 0) || (a.trucks[1] ?? 0) - (b.trucks[1] ?? 0)
