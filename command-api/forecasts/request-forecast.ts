/** RequestForecast: requests a new forecast, unless one is being made or was just made. */

import { NIGHTLY_FORECAST_TIMEOUT_MS } from '#contract/forecasts/forecasts.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg, plural } from '#contract/languages/message.ts'
import type { ForecastState } from '../aggregates/forecast.ts'
import { createEvent, type Decide } from '../kernel/decider.ts'

/** A forecast younger than this (ms) would not differ from a new one. */
const FRESH_MS = 10_000
/**
 * Limit of requested forecasts per hour.
 * Each takes as long as the nightly one, so without a limit one would always be running.
 */
const MOST_AN_HOUR = 12
const HOUR_MS = 60 * 60_000

interface RequestForecast {
  forecastId: string
  /**
   * Id of the nightly forecast, if it is due.
   * Until it is done, a request returns it instead of starting a second one.
   */
  nightly?: string
  /** Day for which it is made, in the city's time zone. */
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
  // A forecast is already in progress; its job is retried until it succeeds, and a second one would only delay it.
  if (asked && age(asked.requestedAt) < NIGHTLY_FORECAST_TIMEOUT_MS) return []
  if (madeAt && age(madeAt) < FRESH_MS) return []
  const lately = state.requests.filter((at) => age(at) < HOUR_MS)
  if (lately.length >= MOST_AN_HOUR) return tooMany(HOUR_MS - age(lately[0] ?? ''))
  const forecastId = nightly && !done.includes(nightly) ? nightly : command.forecastId
  return [createEvent('ForecastRequested', { ...command, forecastId, requestedAt: now.toISOString() })]
}

function tooMany(restMs: number): Rejection {
  const minutes = Math.max(1, Math.ceil(restMs / 60_000))
  const message = msg`Forecasts were requested ${{ times: MOST_AN_HOUR }} times within an hour. Please try again in ${plural({ minutes }, { one: '# minute', other: '# minutes' })}.`
  return { ...reject('too-many', message), retryAfter: Math.ceil(restMs / 1_000) }
}
