/** What each model would have foreseen, and foresees: fitted anew at fixed days, with the lags, levels and weights of the very day. */
import { fitAll, type Guess, type Reach } from './candidates.ts'
import { featuresOf } from './features.ts'
import type { Past } from './past.ts'

/** The models are fitted anew every so many days, at days that the calendar sets: a restart changes no forecast. */
export const REFIT_DAYS: Record<Reach, number> = { near: 63, far: 126 }

/** Fitted models and their past guesses, to be handed in again the next night; what a correction has touched is not found again. */
export interface Memory {
  models: Map<string, Map<string, Guess>>
  guesses: Map<string, Guesses>
}

/** Tonnes by the name of the model. */
export type Guesses = ReadonlyMap<string, number>

export const newMemory = (): Memory => ({ models: new Map(), guesses: new Map() })

function kept<T>(shelf: Map<string, T>, key: string, make: () => T): T {
  const found = shelf.get(key) ?? make()
  shelf.set(key, found)
  return found
}

/** The latest refit at or before the day at `origin`. */
function anchorOf(past: Past, origin: number, reach: Reach): number {
  const [day, days] = [past.first + origin, REFIT_DAYS[reach]]
  return Math.max(0, origin - (((day % days) + days) % days))
}

/**
 * What each model foresees of the day at `target`, with every day before `origin` known and none after. With `otherwise` the
 * same models foresee a day that lies otherwise in the calendar.
 */
export function guessesOf(past: Past, target: number, origin: number, memory: Memory, otherwise?: Past): Guesses {
  const reach: Reach = target === origin ? 'near' : 'far'
  const guess = () => {
    const anchor = anchorOf(past, origin, reach)
    const models = kept(memory.models, `${reach}/${past.digest[anchor]}`, () => fitAll(past, anchor, reach))
    const features = featuresOf(otherwise ?? past, target, origin)
    return new Map([...models].map(([name, model]) => [name, Math.max(0, model(features, past, target, origin))]))
  }
  return otherwise ? guess() : kept(memory.guesses, `${target}/${past.digest[origin]}`, guess)
}
