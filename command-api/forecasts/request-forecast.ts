/** RequestForecast: a new forecast now, unless one is being made or was made just now. */
import { type Decide, event } from '../kernel/decider.ts'
import type { ForecastState } from '../streams/forecast.ts'

/**
 * One that was asked for so long ago and is not there is asked for anew. The longest takes 250 zones, as many as an event holds,
 * of six years each: three quarters of an hour of one core, and more where the machine is slow or has other work. Jobs are tried
 * again for ever: what takes long is not lost, and a second one beside it would only take longer.
 */
const WAIT_MS = 3 * 60 * 60_000
/** Until then nothing new is known that would make it another. */
const FRESH_MS = 10_000

export interface RequestForecast {
  forecastId: string
  /** The city's day. */
  madeOn: string
  requestedBy: string
}

export const requestForecast: Decide<RequestForecast, ForecastState, 'forecast'> = (command, state, now) => {
  const { asked, madeAt } = state
  const age = (at: string) => now.getTime() - Date.parse(at)
  if (asked && age(asked.requestedAt) < WAIT_MS) return []
  if (madeAt && age(madeAt) < FRESH_MS) return []
  return [event('ForecastRequested', { ...command, requestedAt: now.toISOString() })]
}
