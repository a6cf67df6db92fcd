/** Searches all choices that may be better than a given one, within a limited count of steps. */
import { type Choice, type Option, outcomeOf } from './options.ts'
import { compareOutcomes, NOTHING, type Outcome, together } from './plan.ts'

/** Limit of options checked, which takes some tens of ms. */
const STEPS = 200_000

/**
 * Returns the best choice and whether it is proven.
 * Returns `start` if nothing better is found.
 */
export function branchAndBound(start: Choice, options: readonly Option[][], trucks: number, most: number) {
  const order = mostPromisingFirst(options)
  const bounds = boundsOf(order.map((at) => options[at]?.[0]))
  const free = new Array<boolean>(trucks).fill(true)
  const trying: Choice = options.map(() => undefined)
  let best = { choice: [...start], outcome: outcomeOf(start) }
  let steps = 0

  function visit(depth: number, reached: Outcome, left: number): void {
    const at = order[depth]
    if (at === undefined) {
      if (compareOutcomes(reached, best.outcome) < 0) best = { choice: [...trying], outcome: reached }
      return
    }
    for (const option of options[at] ?? []) {
      if (++steps > STEPS) return
      const then = together(reached, option)
      // Options are sorted, so no later one can be better if this one can't.
      if (compareOutcomes(together(then, bounds[depth + 1] ?? NOTHING), best.outcome) >= 0) break
      if (option.trucks.length > left || !option.trucks.every((truck) => free[truck])) continue
      trying[at] = option
      for (const truck of option.trucks) free[truck] = false
      visit(depth + 1, then, left - option.trucks.length)
      for (const truck of option.trucks) free[truck] = true
    }
    trying[at] = undefined
    if (compareOutcomes(together(reached, bounds[depth + 1] ?? NOTHING), best.outcome) < 0)
      visit(depth + 1, reached, left)
  }

  visit(0, NOTHING, most)
  return { choice: best.choice, proven: steps <= STEPS }
}

/** Returns the zones ordered by reports, most first. */
function mostPromisingFirst(options: readonly Option[][]): number[] {
  const reports = (at: number) => options[at]?.[0]?.reports ?? 0
  return options.map((_, at) => at).sort((a, b) => reports(b) - reports(a) || a - b)
}

/**
 * Returns for each depth the best outcome of the remaining zones if they shared no truck.
 * The order of outcomes is preserved under sums, so this is a bound.
 */
function boundsOf(best: readonly (Option | undefined)[]): Outcome[] {
  const bounds: Outcome[] = [NOTHING]
  for (const option of [...best].reverse()) bounds.unshift(together(bounds[0] ?? NOTHING, option ?? NOTHING))
  return bounds
}
