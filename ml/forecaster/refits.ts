/**
 * Predictions of each model for past and future days.
 * Models are refitted on fixed days.
 */
import { type ForecastHorizon, fitForecastModels, type TonnesPredictor } from './candidates.ts'
import { forecastFeaturesOf } from './features.ts'
import type { DistrictHistory } from './history.ts'

/**
 * Number of days between refits.
 * Refits are on fixed days of the calendar, so that a restart does not change any forecast.
 */
const REFIT_DAYS: Record<ForecastHorizon, number> = { near: 63, far: 126 }

/**
 * Fitted models and past predictions, to reuse in the next run.
 * Keys depend on the data, so that entries for outdated data are not found.
 */
export interface ForecastCache {
  models: Map<string, Map<string, TonnesPredictor>>
  guesses: Map<string, Predictions>
}

/** Predicted tonnes by model name. */
export type Predictions = ReadonlyMap<string, number>

export const newForecastCache = (): ForecastCache => ({ models: new Map(), guesses: new Map() })

function getOrCreate<T>(shelf: Map<string, T>, key: string, make: () => T): T {
  const found = shelf.get(key) ?? make()
  shelf.set(key, found)
  return found
}

/** Returns the day of the last refit at or before `origin`. */
function anchorOf(past: DistrictHistory, origin: number, reach: ForecastHorizon): number {
  const [day, days] = [past.first + origin, REFIT_DAYS[reach]]
  return Math.max(0, origin - (((day % days) + days) % days))
}

/**
 * Returns each model's prediction for `target`, from all days before `origin`.
 * `otherwise` replaces the calendar features, for example by those without holidays.
 */
export function predictionsOf(
  past: DistrictHistory,
  target: number,
  origin: number,
  memory: ForecastCache,
  otherwise?: DistrictHistory,
): Predictions {
  const reach: ForecastHorizon = target === origin ? 'near' : 'far'
  const guess = () => {
    const anchor = anchorOf(past, origin, reach)
    const models = getOrCreate(memory.models, `${reach}/${past.digest[anchor]}`, () =>
      fitForecastModels(past, anchor, reach),
    )
    const features = forecastFeaturesOf(otherwise ?? past, target, origin)
    return new Map([...models].map(([name, model]) => [name, Math.max(0, model(features, past, target, origin))]))
  }
  return otherwise ? guess() : getOrCreate(memory.guesses, `${target}/${past.digest[origin]}`, guess)
}
