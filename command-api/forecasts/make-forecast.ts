/** MakeForecast and FailForecast: record the result of each due forecast once. */
import type { ForecastJobData, MakeForecast as Sent } from '#contract/forecasts/forecasts.ts'
import type { ForecastState } from '../aggregates/forecast.ts'
import { createEvent, type Decide } from '../kernel/decider.ts'

export type MakeForecast = Omit<Sent, 'type' | 'simulated'>

export const makeForecast: Decide<MakeForecast, ForecastState, 'forecast'> = (command, { done }, now) =>
  done.includes(command.forecastId) ? [] : [createEvent('ForecastMade', { ...command, madeAt: now.toISOString() })]

export const failForecast: Decide<ForecastJobData & { reason: string }, ForecastState, 'forecast'> = (
  command,
  { done },
  now,
) =>
  done.includes(command.forecastId) ? [] : [createEvent('ForecastFailed', { ...command, failedAt: now.toISOString() })]
