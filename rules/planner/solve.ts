/**
 * Finds the best plan: most reports collected with the fewest litres.
 * Choosing disjoint sets of trucks is set packing, so no fast method is exact for every city.
 * Local search improves the better of two quick plans.
 * Branch and bound then searches the rest within a limited count of steps.
 * For a handful of zones it ends early, and `proven` confirms the optimum.
 * Solver libraries were evaluated: an integer program of 50 zones and 40 trucks has 40,000 columns and takes too long
 * for a dispatcher.
 */
import { branchAndBound } from './branch-and-bound.ts'
import { improve } from './local-search.ts'
import { naivePlan } from './naive-plan.ts'
import { type Choice, MOST_PAIRED, type Option, optionsOf, outcomeOf } from './options.ts'
import { compareOutcomes, type Needs, type Plan, planOf } from './plan.ts'

export interface Solved extends Plan {
  /**
   * Whether no better plan exists.
   * False if the search ended early.
   */
  proven: boolean
}

export function solve(needs: Needs): Solved {
  const { zones, trucks, most = trucks.length } = needs
  const options = zones.map((need) => optionsOf(need, trucks))
  const naive = choiceOf(naivePlan(needs), needs)
  const greedy = choose(options, trucks.length, most)
  const start = compareOutcomes(outcomeOf(naive), outcomeOf(greedy)) < 0 ? naive : greedy
  const improved = improve(start, options, trucks.length, most)
  const { choice, proven } = branchAndBound(improved, options, trucks.length, most)
  const allPairs = trucks.length <= MOST_PAIRED
  return { ...planOf(choice.flatMap((option) => option?.legs ?? [])), proven: proven && allPairs }
}

/** Converts the naive plan to a choice. */
function choiceOf({ legs }: Plan, { zones, trucks }: Needs): Choice {
  return zones.map(({ zone }) => {
    const own = legs.filter((leg) => leg.zone === zone)
    const used = own.map(({ vehicleId }) => trucks.findIndex(({ id }) => id === vehicleId))
    return own.length > 0 ? { ...planOf(own), trucks: used } : undefined
  })
}

/** Assigns options greedily: first the one with the most reports per truck. */
function choose(options: readonly Option[][], trucks: number, most: number): Choice {
  const free = new Array<boolean>(trucks).fill(true)
  const choice: Choice = options.map(() => undefined)
  const worth = ({ reports, trucks: used }: Option) => reports / used.length
  for (let left = most; left > 0; ) {
    let best: { at: number; option: Option } | undefined
    for (const [at, ofZone] of options.entries()) {
      if (choice[at]) continue
      for (const option of ofZone) {
        if (option.trucks.length > left || !option.trucks.every((truck) => free[truck])) continue
        const better = best ? worth(option) - worth(best.option) || best.option.litres - option.litres : 1
        if (better > 0) best = { at, option }
      }
    }
    if (!best) break
    choice[best.at] = best.option
    for (const truck of best.option.trucks) free[truck] = false
    left -= best.option.trucks.length
  }
  return choice
}
