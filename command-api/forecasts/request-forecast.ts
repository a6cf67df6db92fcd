/** RequestForecast: requests a new forecast, unless one is being made or was just made. */

import { NIGHTLY_TIMEOUT_MS } from '#contract/forecasts/forecasts.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg, plural } from '#contract/languages/message.ts'
import type { ForecastState } from '../aggregates/forecast.ts'
import { type Decide, event } from '../kernel/decider.ts'

/** Age below which a new forecast would not differ. */
const FRESH_MS = 10_000
/**
 * Each takes as long as the nightly one.
 * Without a limit, one would always be running.
 */
const MOST_AN_HOUR = 12
const HOUR_MS = 60 * 60_000

interface RequestForecast {
  forecastId: string
  /**
   * The nightly forecast, if due.
   * Until it is done, the request returns it instead of starting a second one.
   */
  nightly?: string
  /** Day of the city. */
  madeOn: string
  requestedBy: string
}

export const requestForecast: Decide<RequestForecast, ForecastState, 'forecast'> = (
  { nightly, ...command },
  state,
  now,
) => {
  const { asked, madeAt, done } = state
  const age = (at: string) => now.getTime() - Date.parse(at)
  // Jobs are retried forever: a slow forecast is not lost, and a second one would only delay it.
  if (asked && age(asked.requestedAt) < NIGHTLY_TIMEOUT_MS) return []
  if (madeAt && age(madeAt) < FRESH_MS) return []
  const lately = state.requests.filter((at) => age(at) < HOUR_MS)
  if (lately.length >= MOST_AN_HOUR) return tooMany(HOUR_MS - age(lately[0] ?? ''))
  const forecastId = nightly && !done.includes(nightly) ? nightly : command.forecastId
  return [event('ForecastRequested', { ...command, forecastId, requestedAt: now.toISOString() })]
}

function tooMany(restMs: number): Rejection {
  const minutes = Math.max(1, Math.ceil(restMs / 60_000))
  const message = msg`Forecasts were requested ${{ times: MOST_AN_HOUR }} times within an hour. Please try again in ${plural({ minutes }, { one: '# minute', other: '# minutes' })}.`
  return { ...reject('too-many', message), retryAfter: Math.ceil(restMs / 1_000) }
}
