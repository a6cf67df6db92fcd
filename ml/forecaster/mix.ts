/** Weighs the models by how well their mixture did on this district's own recent days, and stays near equal weights. */
import { mean, weightedMedian } from './figures.ts'
import type { Guesses } from './rolling.ts'

/** A past day: what each model had foreseen of it, and what then came. */
export interface Outcome {
  guesses: Guesses
  tonnes: number
  weekday: number
}

export type Weights = ReadonlyMap<string, number>

const ROUNDS = 60
const STEP = 2
/** So much of each weight stays equal: weights learned from a few hundred days are uncertain themselves. */
const EQUAL = 0.5
const LEAST = 28
/** A model that missed by so much more than the best is left out. */
const TOO_BAD = 1.15

/** Halfway between the models' weighted mean and their weighted median, so that a single model that errs far counts for less. */
export function mixed(guesses: Guesses, weights: Weights): number {
  const all = [...weights].map(([name, weight]) => ({ weight, value: guesses.get(name) ?? 0 }))
  const sum = all.reduce((part, { weight, value }) => part + weight * value, 0)
  return (sum + weightedMedian(all)) / 2
}

/** So fast it is learned by how much the mixture has missed of late, and so much of that is put right. */
const LATE = { pace: 0.1, part: 0.25, cap: 1.5, usual: 0.03 }

/**
 * For each day, and for the one after the last, what is to be added to the mixture, in tonnes: a part of what it has missed of late, on
 * the days before; no single day counts for much.
 */
export function corrections(misses: Iterable<number>): number[] {
  let [late, usual] = [0, 0]
  const added = [0]
  for (const miss of misses) {
    const counted = usual === 0 ? Math.abs(miss) : Math.min(Math.abs(miss), LATE.cap * usual)
    usual = usual === 0 ? counted : usual + LATE.usual * (Math.min(Math.abs(miss), 2 * LATE.cap * usual) - usual)
    late += LATE.pace * (Math.sign(miss) * counted - late)
    added.push(LATE.part * late)
  }
  return added
}

/** The names of the models that may take part. */
function able(names: readonly string[], useful: readonly Outcome[]): string[] {
  const missed = names.map((name) =>
    mean(useful.map(({ guesses, tonnes }) => Math.abs((guesses.get(name) as number) - tonnes))),
  )
  return names.filter((_, at) => (missed[at] as number) <= TOO_BAD * Math.min(...missed))
}

/** Weights that sum to 1, by exponentiated gradient on the absolute error of the mixture (Kivinen and Warmuth 1997). */
export function weigh(all: readonly string[], outcomes: readonly Outcome[]): Weights {
  const useful = outcomes.filter(({ guesses }) => all.every((name) => guesses.has(name)))
  const names = useful.length < LEAST ? all : able(all, useful)
  const equal = 1 / names.length
  const usual = useful.reduce((sum, { tonnes }) => sum + tonnes, 0)
  let weights = names.map(() => equal)
  if (useful.length < LEAST || usual === 0) return new Map(names.map((name) => [name, equal]))
  const rows = useful.map(({ guesses }) => names.map((name) => guesses.get(name) as number))
  for (let round = 0; round < ROUNDS; round++) {
    const slope = names.map(() => 0)
    rows.forEach((row, at) => {
      const guess = row.reduce((sum, value, name) => sum + value * (weights[name] as number), 0)
      const sign = Math.sign(guess - (useful[at] as Outcome).tonnes)
      row.forEach((value, name) => {
        slope[name] = (slope[name] as number) + (sign * value) / usual
      })
    })
    const moved = weights.map((weight, name) => weight * Math.exp(-STEP * (slope[name] as number)))
    const sum = moved.reduce((all, weight) => all + weight, 0)
    weights = moved.map((weight) => weight / sum)
  }
  return new Map(names.map((name, at) => [name, EQUAL * equal + (1 - EQUAL) * (weights[at] as number)]))
}
