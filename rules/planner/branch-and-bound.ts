/** Looks through every choice that could still be better than the one at hand, within a bounded number of steps. */
import { type Choice, type Option, outcomeOf } from './options.ts'
import { compareOutcomes, NOTHING, type Outcome, together } from './plan.ts'

/** Options looked at before the search is given up: some tens of milliseconds. */
const STEPS = 200_000

/** The best choice, and whether that is certain: `start` itself when nothing better was found. */
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
      // Options come best first: when this one can't lead to anything better, no later one can.
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

/** The zones with the most to collect come first. */
function mostPromisingFirst(options: readonly Option[][]): number[] {
  const reports = (at: number) => options[at]?.[0]?.reports ?? 0
  return options.map((_, at) => at).sort((a, b) => reports(b) - reports(a) || a - b)
}

/**
 * For each depth what the zones from there on could do at best if they shared no truck. The order of outcomes holds under
 * sums, so that no choice for them is better.
 */
function boundsOf(best: readonly (Option | undefined)[]): Outcome[] {
  const bounds: Outcome[] = [NOTHING]
  for (const option of [...best].reverse()) bounds.unshift(together(bounds[0] ?? NOTHING, option ?? NOTHING))
  return bounds
}
