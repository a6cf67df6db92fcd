/** Improves a plan by reassigning two zones at a time until nothing is gained. */
import type { Choice, Option } from './options.ts'
import { compareOutcomes, NOTHING, together } from './plan.ts'

/** Options of a zone tried per step, best first. */
const WIDTH = 12
/**
 * Limit of rounds over all pairs of zones.
 * A round without gain ends the search.
 */
const ROUNDS = 20
/**
 * Limit of pairs checked.
 * Some 60 due zones need this many; of hundreds only the first are checked.
 */
const MOST_PAIRS = 20_000

export function improve(start: Choice, options: readonly Option[][], trucks: number, most: number): Choice {
  const choice = [...start]
  const free = new Array<boolean>(trucks).fill(true)
  let left = most
  const put = (at: number, option: Option | undefined) => {
    for (const truck of choice[at]?.trucks ?? []) free[truck] = true
    left += choice[at]?.trucks.length ?? 0
    choice[at] = option
    for (const truck of option?.trucks ?? []) free[truck] = false
    left -= option?.trucks.length ?? 0
  }
  for (const option of choice) for (const truck of option?.trucks ?? []) free[truck] = false
  left -= choice.reduce((sum, option) => sum + (option?.trucks.length ?? 0), 0)
  const fits = (option: Option) => option.trucks.length <= left && option.trucks.every((truck) => free[truck])

  /**
   * Reassigns zones `a` and `b`.
   * Returns whether the result is better.
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

  /** Whether a zone already has its best possible option. */
  const content = (at: number) => compareOutcomes(choice[at] ?? NOTHING, options[at]?.[0] ?? NOTHING) <= 0

  let looked = 0
  for (let round = 0, gained = true; gained && round < ROUNDS; round++) {
    gained = false
    for (let a = 0; a < choice.length; a++)
      for (let b = 0; b < choice.length && looked < MOST_PAIRS; b++) {
        if (a === b || (content(a) && content(b))) continue
        looked++
        if (chooseAnew(a, b)) gained = true
      }
  }
  return choice
}

/** Returns the first `count` options that pass, and always the empty one if there are fewer. */
function firstThat(options: readonly Option[], passes: (option: Option) => boolean, count: number) {
  const found: (Option | undefined)[] = []
  for (const option of options) {
    if (found.length === count) break
    if (passes(option)) found.push(option)
  }
  if (found.length < count || count > 1) found.push(undefined)
  return found
}

type Two = readonly [Option | undefined, Option | undefined]
const sum = ([a, b]: Two) => together(a ?? NOTHING, b ?? NOTHING)
const isBetter = (a: Two, b: Two) => compareOutcomes(sum(a), sum(b)) < 0
