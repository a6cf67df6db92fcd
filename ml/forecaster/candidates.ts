/**
 * Models that compete for a district, and their predictions.
 * Each is fitted before a fixed day (anchor) and predicts later days.
 */

import { predictWeekdayMean, weightsOfSameWeekday } from './baselines.ts'
import { type ForecastFeatures, forecastFeaturesOf, linearFeatureRowOf, treeFeatureRowOf } from './features.ts'
import { growForest, predictForestQuantiles } from './forest.ts'
import type { DistrictHistory } from './history.ts'
import { fitRidge, predictRidge } from './ridge.ts'
import { estimateExpectedTonnes, findBestLearningRates, type SmoothedSeries, smoothSeries } from './smoothing.ts'
import { mean, median } from './statistics.ts'

/**
 * Predicts tonnes from features.
 * `past` may contain more days than those used for training.
 */
type TonnesPredictor = (features: ForecastFeatures, past: DistrictHistory, target: number, origin: number) => number

/** Training data of a model. */
interface TrainingData {
  past: DistrictHistory
  /** Index of the first day that is not used for training. */
  until: number
  days: number[]
  features: ForecastFeatures[]
  tonnes: Float64Array
}

/** Horizon of a model: `near` predicts tomorrow, `far` all later days. */
export type ForecastHorizon = 'near' | 'far'

/** Past days used for training, without the first `SKIP_DAYS`. */
const LEARN_DAYS = 5 * 366
const SKIP_DAYS = 42
/**
 * Minimum days of history for learned models.
 * With fewer days, forecasts use only weekday and level.
 */
const MIN_TRAINING_DAYS = 120
/** Training days of this age in days count half as much as new ones. */
const HALF_LIFE_DAYS = 700
const SEED = 20_260_101

/**
 * Returns how many days before a past day its training forecast is made.
 * Models for the next day use 1 day.
 * The other models use 2 to 14 days.
 */
export const trainingHorizonDaysOf = (reach: ForecastHorizon, day: number): number =>
  reach === 'near' ? 1 : 2 + ((day * 5) % 13)

/** Returns the training data from the days before `until`. */
function trainingDataOf(past: DistrictHistory, until: number, reach: ForecastHorizon): TrainingData {
  const days: number[] = []
  for (let day = Math.max(SKIP_DAYS, until - LEARN_DAYS); day < until; day++)
    if (!Number.isNaN(past.values[day])) days.push(day)
  const features = days.map((day) => forecastFeaturesOf(past, day, day - trainingHorizonDaysOf(reach, day) + 1))
  return { past, until, days, features, tonnes: Float64Array.from(days, (day) => past.values[day] as number) }
}

const weekdayMeanPredictor: TonnesPredictor = ({ expected }, { values }, target, origin) => {
  const usual = predictWeekdayMean(values, target, origin)
  return Number.isNaN(usual) ? expected : usual
}

const weekdayMedianPredictor: TonnesPredictor = ({ expected }, { values }, target, origin) => {
  const weeks = weightsOfSameWeekday(values, target, origin, 8)
  return weeks.length > 0 ? median(weeks) : expected
}

function smoothing({ past, until }: TrainingData): TonnesPredictor {
  const pace = findBestLearningRates(past.values, until, 365)
  const kept = new WeakMap<DistrictHistory, SmoothedSeries>()
  return (_, now, target, origin) => {
    const smoothed = kept.get(now) ?? smoothSeries(now.values, pace)
    kept.set(now, smoothed)
    return estimateExpectedTonnes(smoothed, target, origin)
  }
}

const recencyWeightsOf = ({ days, until }: TrainingData) =>
  Float64Array.from(days, (day) => 0.5 ** ((until - day) / HALF_LIFE_DAYS))

const fitRidgePredictor =
  (byWeekday: boolean, hold: number) =>
  (lesson: TrainingData): TonnesPredictor => {
    const rows = lesson.features.map((features) => linearFeatureRowOf(features, byWeekday))
    const off = lesson.tonnes.map((tonnes, row) => tonnes - (lesson.features[row] as ForecastFeatures).expected)
    const fitted = fitRidge(rows, off, recencyWeightsOf(lesson), hold)
    return (features) => features.expected + predictRidge(fitted, linearFeatureRowOf(features, byWeekday))
  }

const TREES = { trees: 50, depth: 14, choice: 0.33, seed: SEED }
/** The forecast is the mean of these quantiles, which is more stable than the median. */
const MIDDLE = [0.4, 0.5, 0.6]

/**
 * Fits a random forest to the tonnes as a fraction of the recent level.
 * The forest stays valid after gaps in the data and after changes of the level.
 */
function forestOfShares({ features, tonnes }: TrainingData): TonnesPredictor {
  const shares = tonnes.map((value, row) => value / (features[row] as ForecastFeatures).level)
  const grown = growForest(features.map(treeFeatureRowOf), shares, { ...TREES, leastRows: 6 })
  return (now) => now.level * mean(predictForestQuantiles(grown, treeFeatureRowOf(now), MIDDLE))
}

const STATISTICAL_MODELS: Record<string, (lesson: TrainingData) => TonnesPredictor> = {
  'weekday mean': () => weekdayMeanPredictor,
  'weekday median': () => weekdayMedianPredictor,
  smoothing,
}

const LEARNED_MODELS: Record<ForecastHorizon, Record<string, (lesson: TrainingData) => TonnesPredictor>> = {
  near: {
    line: fitRidgePredictor(false, 1),
    'line by weekday': fitRidgePredictor(true, 0.03),
    'forest of shares': forestOfShares,
  },
  far: { line: fitRidgePredictor(false, 0.3), 'line by weekday': fitRidgePredictor(true, 0.1) },
}

/** Trains the models for near or far forecasts (`reach`) with data from before `until`. */
function fitForecastModels(past: DistrictHistory, until: number, reach: ForecastHorizon): Map<string, TonnesPredictor> {
  const lesson = trainingDataOf(past, until, reach)
  const able =
    lesson.days.length < MIN_TRAINING_DAYS ? STATISTICAL_MODELS : { ...STATISTICAL_MODELS, ...LEARNED_MODELS[reach] }
  return new Map(Object.entries(able).map(([name, learn]) => [name, learn(lesson)]))
}

/**
 * Number of days after which a model is fitted again.
 * Models are fitted on fixed calendar days, so that a restart changes no forecast.
 */
const REFIT_DAYS: Record<ForecastHorizon, number> = { near: 63, far: 126 }

/**
 * Fitted models and past predictions, reused in the next run.
 * Keys depend on the data, so outdated entries are not found.
 */
export interface ForecastCache {
  models: Map<string, Map<string, TonnesPredictor>>
  guesses: Map<string, Predictions>
}

/** Predicted tonnes by model name. */
export type Predictions = ReadonlyMap<string, number>

export const createForecastCache = (): ForecastCache => ({ models: new Map(), guesses: new Map() })

function getOrCreate<T>(shelf: Map<string, T>, key: string, make: () => T): T {
  const found = shelf.get(key) ?? make()
  shelf.set(key, found)
  return found
}

/** Returns the last day, at or before `origin`, on which the model was trained again. */
function anchorOf(past: DistrictHistory, origin: number, reach: ForecastHorizon): number {
  const [day, days] = [past.first + origin, REFIT_DAYS[reach]]
  return Math.max(0, origin - (((day % days) + days) % days))
}

/**
 * Returns the prediction of each model for day `target`, from data of the days before `origin`.
 * `otherwise` is a history with other calendar features, for example without holidays.
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
