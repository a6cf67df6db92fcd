/** Past and present predictions of each model, refitted on fixed days with the features of each day. */
import { fitAll, type Predictor, type Reach } from './candidates.ts'
import { featuresOf } from './features.ts'
import type { DistrictHistory } from './history.ts'

/**
 * Interval of refits in days.
 * The calendar determines them, so a restart changes no forecast.
 */
const REFIT_DAYS: Record<Reach, number> = { near: 63, far: 126 }

/**
 * Fitted models and past predictions for reuse in the next run.
 * Corrected data changes the keys, so outdated entries are not found.
 */
export interface ForecastCache {
  models: Map<string, Map<string, Predictor>>
  guesses: Map<string, Predictions>
}

/** Tonnes by model name. */
export type Predictions = ReadonlyMap<string, number>

export const newForecastCache = (): ForecastCache => ({ models: new Map(), guesses: new Map() })

function kept<T>(shelf: Map<string, T>, key: string, make: () => T): T {
  const found = shelf.get(key) ?? make()
  shelf.set(key, found)
  return found
}

/** Returns the last refit at or before `origin`. */
function anchorOf(past: DistrictHistory, origin: number, reach: Reach): number {
  const [day, days] = [past.first + origin, REFIT_DAYS[reach]]
  return Math.max(0, origin - (((day % days) + days) % days))
}

/**
 * Returns each model's prediction for `target` with all days before `origin` known.
 * `otherwise` replaces the calendar features, for example to omit holidays.
 */
export function predictionsOf(
  past: DistrictHistory,
  target: number,
  origin: number,
  memory: ForecastCache,
  otherwise?: DistrictHistory,
): Predictions {
  const reach: Reach = target === origin ? 'near' : 'far'
  const guess = () => {
    const anchor = anchorOf(past, origin, reach)
    const models = kept(memory.models, `${reach}/${past.digest[anchor]}`, () => fitAll(past, anchor, reach))
    const features = featuresOf(otherwise ?? past, target, origin)
    return new Map([...models].map(([name, model]) => [name, Math.max(0, model(features, past, target, origin))]))
  }
  return otherwise ? guess() : kept(memory.guesses, `${target}/${past.digest[origin]}`, guess)
}
