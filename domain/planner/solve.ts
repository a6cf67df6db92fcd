/**
 * Finds the best plan: as many reports as possible, then fewest litres.
 * Choosing disjoint sets of trucks is set packing, without a fast exact method.
 * Local search improves the better of two quick plans.
 * Branch and bound then searches further, up to a step limit.
 * For a handful of zones the search completes, and `proven` confirms the optimum.
 * Solver libraries take too long for a dispatcher.
 * Their integer program of 50 zones and 40 trucks has 40,000 columns.
 */

import {
  createNaivePlan,
  maxTrucksTriedInPairs,
  sumSelectionFigures,
  type ZoneOption,
  type ZoneOptionSelection,
  zoneOptionsOf,
} from './options.ts'
import {
  type CollectionPlan,
  collectionPlanOf,
  comparePlanFigures,
  EMPTY_PLAN,
  type PlanFigures,
  type PlannerInput,
  sumPlanFigures,
} from './plan.ts'

/** Number of options per zone that each step of the search tries, best first. */
const WIDTH = 12
/**
 * Maximum passes over all pairs of zones in local search.
 * A pass without improvement ends the search.
 */
const ROUNDS = 20
/**
 * Maximum pairs that the local search checks over all passes.
 * 60 due zones have 3,540 ordered pairs, which allows about five passes.
 * With hundreds of zones, only the first are checked.
 */
const MOST_PAIRS = 20_000
/**
 * Maximum number of options that the local search checks, in tens of ms.
 * If most trucks are taken, two zones alone have thousands of options.
 * Without this limit, 60 zones and 200 trucks took seconds.
 */
const MOST_CHECKS = 4_000_000

/**
 * Improves a selection of plans by replacing the plans of two zones at a time.
 * Stops when no pair of zones gives an improvement.
 */
function improve(
  start: ZoneOptionSelection,
  options: readonly ZoneOption[][],
  trucks: number,
  most: number,
): ZoneOptionSelection {
  const choice = [...start]
  const free = new Array<boolean>(trucks).fill(true)
  let left = most
  const put = (at: number, option: ZoneOption | undefined) => {
    for (const truck of choice[at]?.trucks ?? []) free[truck] = true
    left += choice[at]?.trucks.length ?? 0
    choice[at] = option
    for (const truck of option?.trucks ?? []) free[truck] = false
    left -= option?.trucks.length ?? 0
  }
  for (const option of choice) for (const truck of option?.trucks ?? []) free[truck] = false
  left -= choice.reduce((sum, option) => sum + (option?.trucks.length ?? 0), 0)
  let checks = 0
  const fits = (option: ZoneOption) => {
    checks++
    return option.trucks.length <= left && option.trucks.every((truck) => free[truck])
  }

  /**
   * Frees the trucks of zones `a` and `b`, then chooses their best options.
   * Returns whether the plan improves.
   */
  function chooseAnew(a: number, b: number): boolean {
    const before = [choice[a], choice[b]] as const
    put(a, undefined)
    put(b, undefined)
    let best = before
    for (const option of firstThat(options[a] ?? [], fits, WIDTH)) {
      put(a, option)
      const [other] = firstThat(options[b] ?? [], fits, 1)
      if (isBetter([option, other], best)) best = [option, other]
      put(a, undefined)
    }
    put(a, best[0])
    put(b, best[1])
    return best !== before
  }

  /** Returns whether a zone has its best possible option already. */
  const content = (at: number) => comparePlanFigures(choice[at] ?? EMPTY_PLAN, options[at]?.[0] ?? EMPTY_PLAN) <= 0

  let looked = 0
  for (let round = 0, gained = true; gained && round < ROUNDS; round++) {
    gained = false
    for (let a = 0; a < choice.length; a++)
      for (let b = 0; b < choice.length && looked < MOST_PAIRS && checks < MOST_CHECKS; b++) {
        if (a === b || (content(a) && content(b))) continue
        looked++
        if (chooseAnew(a, b)) gained = true
      }
  }
  return choice
}

/**
 * Returns the first `count` options that pass the test.
 * Adds `undefined` (no collection) if fewer options pass, or if `count` exceeds 1.
 */
function firstThat(options: readonly ZoneOption[], passes: (option: ZoneOption) => boolean, count: number) {
  const found: (ZoneOption | undefined)[] = []
  for (const option of options) {
    if (found.length === count) break
    if (passes(option)) found.push(option)
  }
  if (found.length < count || count > 1) found.push(undefined)
  return found
}

type OptionPair = readonly [ZoneOption | undefined, ZoneOption | undefined]
const sum = ([a, b]: OptionPair) => sumPlanFigures(a ?? EMPTY_PLAN, b ?? EMPTY_PLAN)
const isBetter = (a: OptionPair, b: OptionPair) => comparePlanFigures(sum(a), sum(b)) < 0

/** Maximum number of options that branch and bound checks, which takes some tens of ms. */
const STEPS = 200_000

/**
 * Returns the best selection of options that it finds, and whether it is proven best.
 * Returns `start` if no selection is better.
 */
function branchAndBound(start: ZoneOptionSelection, options: readonly ZoneOption[][], trucks: number, most: number) {
  const order = mostPromisingFirst(options)
  const bounds = boundsOf(order.map((at) => options[at]?.[0]))
  const free = new Array<boolean>(trucks).fill(true)
  const trying: ZoneOptionSelection = options.map(() => undefined)
  let best = { choice: [...start], outcome: sumSelectionFigures(start) }
  let steps = 0

  function visit(depth: number, reached: PlanFigures, left: number): void {
    const at = order[depth]
    if (at === undefined) {
      if (comparePlanFigures(reached, best.outcome) < 0) best = { choice: [...trying], outcome: reached }
      return
    }
    for (const option of options[at] ?? []) {
      if (++steps > STEPS) return
      const then = sumPlanFigures(reached, option)
      // Stops here: the options are sorted from best to worst, so no later option improves the plan.
      if (comparePlanFigures(sumPlanFigures(then, bounds[depth + 1] ?? EMPTY_PLAN), best.outcome) >= 0) break
      if (option.trucks.length > left || !option.trucks.every((truck) => free[truck])) continue
      trying[at] = option
      for (const truck of option.trucks) free[truck] = false
      visit(depth + 1, then, left - option.trucks.length)
      for (const truck of option.trucks) free[truck] = true
    }
    trying[at] = undefined
    if (comparePlanFigures(sumPlanFigures(reached, bounds[depth + 1] ?? EMPTY_PLAN), best.outcome) < 0)
      visit(depth + 1, reached, left)
  }

  visit(0, EMPTY_PLAN, most)
  return { choice: best.choice, proven: steps <= STEPS }
}

/** Returns the zones ordered by reports, most first. */
function mostPromisingFirst(options: readonly ZoneOption[][]): number[] {
  const reports = (at: number) => options[at]?.[0]?.reports ?? 0
  return options.map((_, at) => at).sort((a, b) => reports(b) - reports(a) || a - b)
}

/**
 * Returns, for each depth of the search, the sum of the best options of all later zones.
 * A truck may be used in several zones, so no real plan is better than this bound.
 */
function boundsOf(best: readonly (ZoneOption | undefined)[]): PlanFigures[] {
  const bounds: PlanFigures[] = [EMPTY_PLAN]
  for (const option of [...best].reverse())
    bounds.unshift(sumPlanFigures(bounds[0] ?? EMPTY_PLAN, option ?? EMPTY_PLAN))
  return bounds
}

export interface SolvedPlan extends CollectionPlan {
  /** Whether no better plan can exist; false if the search ended early. */
  proven: boolean
}

export function solvePlan(needs: PlannerInput): SolvedPlan {
  const { zones, trucks, most = trucks.length } = needs
  const options = zones.map((need, at) => zoneOptionsOf(need, trucks, { at, zones: zones.length }))
  const naive = choiceOf(createNaivePlan(needs), needs)
  const greedy = choose(options, trucks.length, most)
  const start = comparePlanFigures(sumSelectionFigures(naive), sumSelectionFigures(greedy)) < 0 ? naive : greedy
  const improved = improve(start, options, trucks.length, most)
  const { choice, proven } = branchAndBound(improved, options, trucks.length, most)
  const allPairs = trucks.length <= maxTrucksTriedInPairs(zones.length)
  return { ...collectionPlanOf(choice.flatMap((option) => option?.legs ?? [])), proven: proven && allPairs }
}

/** Converts the plan without optimization to one option per zone. */
function choiceOf({ legs }: CollectionPlan, { zones, trucks }: PlannerInput): ZoneOptionSelection {
  return zones.map(({ zone }) => {
    const own = legs.filter((leg) => leg.zone === zone)
    const used = own.map(({ vehicleId }) => trucks.findIndex(({ id }) => id === vehicleId))
    return own.length > 0 ? { ...collectionPlanOf(own), trucks: used } : undefined
  })
}

/**
 * Assigns options to zones greedily, those with the most reports per truck first.
 * If an option's trucks are already assigned, the zone's next option is tried.
 */
function choose(options: readonly ZoneOption[][], trucks: number, most: number): ZoneOptionSelection {
  const free = new Array<boolean>(trucks).fill(true)
  const choice: ZoneOptionSelection = options.map(() => undefined)
  const worth = ({ reports, trucks: used }: ZoneOption) => reports / used.length
  const compare = (a: ZoneOption, b: ZoneOption) => worth(b) - worth(a) || a.litres - b.litres
  const sorted = options.map((ofZone) => ofZone.toSorted(compare))
  const next = sorted.map(() => 0)
  for (let left = most; left > 0; ) {
    let best: { at: number; option: ZoneOption } | undefined
    const fits = (option: ZoneOption) => option.trucks.length <= left && option.trucks.every((truck) => free[truck])
    for (const [at, ofZone] of sorted.entries()) {
      if (choice[at]) continue
      let place = next[at] ?? 0
      for (let option = ofZone[place]; option && !fits(option); ) option = ofZone[++place]
      next[at] = place
      const option = ofZone[place]
      if (option && (!best || compare(option, best.option) < 0)) best = { at, option }
    }
    if (!best) break
    choice[best.at] = best.option
    for (const truck of best.option.trucks) free[truck] = false
    left -= best.option.trucks.length
  }
  return choice
}
