/** ScoreForecast: how a day came out, once; and again where a late weighing or a correction has changed what came, with what it was. */
import type { ScoreForecast as Sent } from '#contract/forecasts.ts'
import { type Decide, event } from '../kernel/decider.ts'
import type { ScoreState } from '../streams/forecast.ts'

export type ScoreForecast = Omit<Sent, 'type' | 'simulated'>

export const scoreForecast: Decide<ScoreForecast, ScoreState, 'score'> = (command, known, now) => {
  const scores = command.scores
    .filter(({ zone, actual }) => known[zone] !== actual)
    .map((score) => ({ ...score, ...(known[score.zone] !== undefined && { before: known[score.zone] }) }))
  return scores.length === 0 ? [] : [event('ForecastScored', { ...command, scores, scoredAt: now.toISOString() })]
}
