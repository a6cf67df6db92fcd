/** Weights models by recent local accuracy, close to equal weights. */

import type { Predictions } from './candidates.ts'
import { mean, weightedMedian } from './statistics.ts'

/** The models' predictions for a past day, with the tonnes that were actually weighed. */
export interface EnsembleSample {
  guesses: Predictions
  tonnes: number
  weekday: number
}

export type EnsembleWeights = ReadonlyMap<string, number>

const ROUNDS = 60
const STEP = 2
/**
 * Fraction of each model's weight that is equal for all models.
 * Weights learned from a few hundred days are uncertain.
 */
const EQUAL_WEIGHTS_SHARE = 0.5
const LEAST = 28
/** Models above this multiple of the best error are excluded. */
const TOO_BAD = 1.15

/**
 * Returns the midpoint between weighted mean and weighted median of the predictions.
 * A single outlier therefore counts less.
 */
export function combinePredictions(guesses: Predictions, weights: EnsembleWeights): number {
  const all = [...weights].map(([name, weight]) => ({ weight, value: guesses.get(name) ?? 0 }))
  const sum = all.reduce((part, { weight, value }) => part + weight * value, 0)
  return (sum + weightedMedian(all)) / 2
}

/**
 * Settings of the correction for recent forecast errors.
 * `pace` is the learning rate, `part` the corrected fraction of the error.
 * `cap` limits the error of a day, as a multiple of the usual error.
 * `usual` is the rate at which the usual error is learned.
 */
const BIAS_CORRECTION = { pace: 0.1, part: 0.25, cap: 1.5, usual: 0.03 }

/**
 * Returns the bias correction in tonnes for each day and for the following day.
 * A correction is a fraction of the mean of recent errors.
 * Large errors of single days are capped.
 */
export function computeBiasCorrections(misses: Iterable<number>): number[] {
  let [late, usual] = [0, 0]
  const added = [0]
  for (const miss of misses) {
    const counted = usual === 0 ? Math.abs(miss) : Math.min(Math.abs(miss), BIAS_CORRECTION.cap * usual)
    usual =
      usual === 0
        ? counted
        : usual + BIAS_CORRECTION.usual * (Math.min(Math.abs(miss), 2 * BIAS_CORRECTION.cap * usual) - usual)
    late += BIAS_CORRECTION.pace * (Math.sign(miss) * counted - late)
    added.push(BIAS_CORRECTION.part * late)
  }
  return added
}

function selectAccurateModels(names: readonly string[], useful: readonly EnsembleSample[]): string[] {
  const missed = names.map((name) =>
    mean(useful.map(({ guesses, tonnes }) => Math.abs((guesses.get(name) as number) - tonnes))),
  )
  return names.filter((_, at) => (missed[at] as number) <= TOO_BAD * Math.min(...missed))
}

/**
 * Returns weights of the models that sum to 1.
 * Uses exponentiated gradient on the forecast's absolute error (Kivinen and Warmuth 1997).
 */
export function learnEnsembleWeights(all: readonly string[], outcomes: readonly EnsembleSample[]): EnsembleWeights {
  const useful = outcomes.filter(({ guesses }) => all.every((name) => guesses.has(name)))
  const names = useful.length < LEAST ? all : selectAccurateModels(all, useful)
  const equal = 1 / names.length
  const usual = useful.reduce((sum, { tonnes }) => sum + tonnes, 0)
  let weights = names.map(() => equal)
  if (useful.length < LEAST || usual === 0) return new Map(names.map((name) => [name, equal]))
  const rows = useful.map(({ guesses }) => names.map((name) => guesses.get(name) as number))
  for (let round = 0; round < ROUNDS; round++) {
    const slope = names.map(() => 0)
    rows.forEach((row, at) => {
      const guess = row.reduce((sum, value, name) => sum + value * (weights[name] as number), 0)
      const sign = Math.sign(guess - (useful[at] as EnsembleSample).tonnes)
      row.forEach((value, name) => {
        slope[name] = (slope[name] as number) + (sign * value) / usual
      })
    })
    const moved = weights.map((weight, name) => weight * Math.exp(-STEP * (slope[name] as number)))
    const sum = moved.reduce((all, weight) => all + weight, 0)
    weights = moved.map((weight) => weight / sum)
  }
  return new Map(
    names.map((name, at) => [name, EQUAL_WEIGHTS_SHARE * equal + (1 - EQUAL_WEIGHTS_SHARE) * (weights[at] as number)]),
  )
}
