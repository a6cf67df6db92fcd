/** RequestForecast: requests a forecast, unless one is running or just completed. */

import { NIGHTLY_FORECAST_TIMEOUT_MS } from '#contract/forecasts/forecasts.ts'
import { type Rejection, reject } from '#contract/http/problems.ts'
import { msg, plural } from '#contract/languages/message.ts'
import type { ForecastState } from '../aggregates/forecast.ts'
import { createEvent, type Decider } from '../kernel/decider.ts'

/**
 * Age in ms up to which the newest forecast is used.
 * A new forecast would give the same result.
 */
const FRESH_MS = 10_000
/**
 * Maximum number of forecasts per hour that users may request.
 * Each forecast takes as long as the nightly one.
 * Without a limit, requested forecasts could run all the time.
 */
const MOST_AN_HOUR = 12
const HOUR_MS = 60 * 60_000

interface RequestForecast {
  forecastId: string
  /**
   * Id of the nightly forecast, if it is due and not made yet.
   * The request then triggers the nightly forecast instead of an additional one.
   */
  nightly?: string
  /** Day on which the forecast is made, in the city's time zone. */
  madeOn: string
  requestedBy: string
}

export const requestForecast: Decider<RequestForecast, ForecastState, 'forecast'> = (
  { nightly, ...command },
  state,
  now,
) => {
  const { asked, madeAt, done } = state
  const isWithin = (at: string, ms: number) => {
    const age = now.getTime() - Date.parse(at)
    // Ignores future times: a wrong clock must not block requests for months.
    return age >= 0 && age < ms
  }
  // The requested forecast is still being computed; its job retries until it succeeds.
  // A second forecast would only delay the first one.
  if (asked && isWithin(asked.requestedAt, NIGHTLY_FORECAST_TIMEOUT_MS)) return []
  if (madeAt && isWithin(madeAt, FRESH_MS)) return []
  const lately = state.requests.filter((at) => isWithin(at, HOUR_MS))
  if (lately.length >= MOST_AN_HOUR) return tooMany(HOUR_MS - (now.getTime() - Date.parse(lately[0] ?? '')))
  const forecastId = nightly && !done.includes(nightly) ? nightly : command.forecastId
  return [createEvent('ForecastRequested', { ...command, forecastId, requestedAt: now.toISOString() })]
}

function tooMany(restMs: number): Rejection {
  const minutes = Math.max(1, Math.ceil(restMs / 60_000))
  const message = msg`Forecasts were requested ${{ times: MOST_AN_HOUR }} times within an hour. Please try again in ${plural({ minutes }, { one: '# minute', other: '# minutes' })}.`
  return { ...reject('too-many', message), retryAfter: Math.ceil(restMs / 1_000) }
}
