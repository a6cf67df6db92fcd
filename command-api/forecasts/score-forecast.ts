/**
 * ScoreForecast: records the errors of a day's forecast once.
 * After a late weighing or a correction, records another score, which also contains the previous value.
 */

import type { ScoreForecast as Sent } from '#contract/forecasts/forecasts.ts'
import { lookUp } from '#domain/dictionary.ts'
import type { ForecastScoresByDay } from '../aggregates/forecast.ts'
import { createEvent, type Decide } from '../kernel/decider.ts'

type ScoreForecast = Omit<Sent, 'type' | 'simulated'>

export const scoreForecast: Decide<ScoreForecast, ForecastScoresByDay, 'score'> = (
  { withdrawn: zones = [], ...command },
  known,
  now,
) => {
  const scores = command.scores
    .filter(({ zone, actual }) => lookUp(known, zone) !== actual)
    .map((score) => {
      const before = lookUp(known, score.zone)
      return { ...score, ...(before !== undefined && { before }) }
    })
  const withdrawn = zones.flatMap((zone) => {
    const before = lookUp(known, zone)
    return before === undefined ? [] : { zone, before }
  })
  if (scores.length + withdrawn.length === 0) return []
  const changed = { scores, ...(withdrawn.length > 0 && { withdrawn }) }
  return [createEvent('ForecastScored', { ...command, ...changed, scoredAt: now.toISOString() })]
}
