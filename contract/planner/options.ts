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

/** One way to collect a zone, with the trucks that it takes as indices into the fleet. */
export interface Option extends Plan {
  trucks: readonly number[]
}

/** One option for each zone, or undefined where a zone is left. */
export type Choice = (Option | undefined)[]

export const outcomeOf = (choice: Choice): Outcome =>
  choice.reduce<Outcome>((sum, option) => (option ? together(sum, option) : sum), NOTHING)

/** The site that its trucks unload at: the nearest, since a nearer one costs every truck less fuel and less time. */
function siteOf({ sites }: ZoneNeed) {
  return [...sites].sort((a, b) => a.km - b.km || (a.id < b.id ? -1 : 1))[0]
}

/**
 * The best that these one or two trucks can do for a zone when each of them goes; undefined when one of them can't. The first
 * truck takes as much as its trips hold, the other the rest.
 */
export function bestWith(need: ZoneNeed, trucks: readonly FreeTruck[]): Plan | undefined {
  const site = siteOf(need)
  const [first, second] = trucks
  if (!site || !first || need.reports < trucks.length) return undefined
  const legOf = (truck: FreeTruck, { trips, km, litres }: Round, reports: number): Leg => ({
    vehicleId: truck.id,
    zone: need.zone,
    siteId: site.id,
    reports,
    trips,
    km,
    litres,
    minutes: minutesOf(trips, km, reports),
  })
  let best: Plan | undefined
  const consider = (legs: Leg[]) => {
    const plan = planOf(legs)
    if (!best || compareOutcomes(plan, best) < 0) best = plan
  }
  for (const one of roundsOf(first, site.km, need.reports)) {
    if (!second) {
      consider([legOf(first, one, Math.min(one.most, need.reports))])
      continue
    }
    const taken = Math.min(one.most, need.reports - 1)
    for (const other of roundsOf(second, site.km, need.reports - taken))
      consider([legOf(first, one, taken), legOf(second, other, Math.min(other.most, need.reports - taken))])
  }
  return best
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
  for (const [a, first] of fleet.entries())
    for (let b = a + 1; b < fleet.length; b++) {
      const second = fleet[b] as FreeTruck
      const either = [alone[a], alone[b]]
      // Of both each goes there and back once at least: most pairs need not be looked at.
      const least = way / first.kmpl + way / second.kmpl
      if (either.some((one) => one?.reports === need.reports && one.litres < least)) continue
      const plan = bestWith(need, [first, second])
      if (!plan) continue
      const needless = either.some((one) => one && compareOutcomes(one, plan) <= 0)
      if (!needless) options.push({ ...plan, trucks: [a, b] })
    }
}

const byIndex = (a: Option, b: Option) =>
  (a.trucks[0] ?? 0) - (b.trucks[0] ?? 0) || (a.trucks[1] ?? 0) - (b.trucks[1] ?? 0)
