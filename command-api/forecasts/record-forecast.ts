/** MakeForecast, FailForecast and ScoreForecast: record forecasts and scores, each once. */

import type {
  FailForecastCommand,
  ForecastJobData,
  MakeForecastCommand,
  ScoreForecastCommand,
} from '#contract/forecasts/forecasts.ts'
import { isRejection } from '#contract/http/problems.ts'
import { lookUp } from '#domain/dictionary.ts'
import {
  type ForecastScoresByDay,
  type ForecastState,
  forecastAggregate,
  forecastScoreAggregate,
} from '../aggregates/forecast.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'
import { createPolicyEnvelope, handleCommand } from '../kernel/handle.ts'
import type { Kernel } from '../kernel/kernel.ts'

/**
 * Handles a forecast job's command.
 * Throws refusals, so that the job is retried.
 */
export async function recordForecast(
  { store, clock }: Pick<Kernel, 'store' | 'clock'>,
  command: MakeForecastCommand | FailForecastCommand | ScoreForecastCommand,
  commandId: string,
): Promise<void> {
  const handled = await record()
  if (isRejection(handled)) throw new Error(`${commandId}: ${handled.message}`)

  function record() {
    switch (command.type) {
      case 'MakeForecast': {
        const { type: _, simulated, ...made } = command
        const envelope = { ...createPolicyEnvelope(commandId), ...(simulated && { simulated }) }
        return handleCommand(
          store,
          forecastAggregate.stream(made.madeOn),
          forecastAggregate,
          (s) => makeForecast(made, s, clock()),
          envelope,
        )
      }
      case 'FailForecast': {
        const { type: _, ...failed } = command
        const decide = (state: typeof forecastAggregate.initial) => failForecast(failed, state, clock())
        return handleCommand(
          store,
          forecastAggregate.stream(failed.madeOn),
          forecastAggregate,
          decide,
          createPolicyEnvelope(commandId),
        )
      }
      case 'ScoreForecast': {
        const { type: _, simulated, ...scored } = command
        const envelope = { ...createPolicyEnvelope(commandId), ...(simulated && { simulated }) }
        return handleCommand(
          store,
          forecastScoreAggregate.stream(scored.date),
          forecastScoreAggregate,
          (s) => scoreForecast(scored, s, clock()),
          envelope,
        )
      }
    }
  }
}

export type ForecastToRecord = Omit<MakeForecastCommand, 'type' | 'simulated'>

export const makeForecast: Decider<ForecastToRecord, ForecastState, 'forecast'> = (command, { done }, now) =>
  done.includes(command.forecastId) ? [] : [createEvent('ForecastMade', { ...command, madeAt: now.toISOString() })]

export const failForecast: Decider<ForecastJobData & { reason: string }, ForecastState, 'forecast'> = (
  command,
  { done },
  now,
) =>
  done.includes(command.forecastId) ? [] : [createEvent('ForecastFailed', { ...command, failedAt: now.toISOString() })]

type ScoresToRecord = Omit<ScoreForecastCommand, 'type' | 'simulated'>

/**
 * Records once by how much a day's forecast was wrong.
 * If a late weighing or a correction changes the actual value, records a new score with the previous value.
 */
export const scoreForecast: Decider<ScoresToRecord, ForecastScoresByDay, 'score'> = (
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
