/** Texts and API endpoints of forecasts. */

import { t } from '@lingui/core/macro'
import type { ForecastDetails, ForecastTrackRecord } from '#contract/views.ts'
import type { RegularityOfLoads } from '#domain/forecasting.ts'
import { hasDailyLoads } from '#domain/regularity.ts'
import { api, type RequestFailure } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { formatList } from '#web/lib/format/names.ts'
import { formatOneDecimal, formatPercentTenths, formatTonnesTenths } from '#web/lib/format/numbers.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { showToast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'

/** HTTP statuses for a timeout of the server or a proxy. */
const TIMEOUT_STATUSES = [408, 504]

/** Returns the message for a failed forecast request, in the wording of the specification. */
export function describeForecastFailure({ status, isTimeout }: Pick<RequestFailure, 'status' | 'isTimeout'>): string {
  if (isTimeout || TIMEOUT_STATUSES.includes(status))
    return t`The ML service is waking up. This may take up to 60 seconds. Please try again.`
  return status === 503
    ? t`ML service is temporarily unavailable. Please try again in a few moments.`
    : t`Failed to load forecast. Please check your connection and try again.`
}

/**
 * Returns the error text for a forecast that could not be refreshed.
 * If the server refused the request, such as by a rate limit, the text is the server's message.
 */
export function describeForecastRefreshFailure(failure: RequestFailure): string {
  const { status, message } = failure
  const isRefused = status >= 400 && status < 500 && !TIMEOUT_STATUSES.includes(status)
  return (isRefused && message) || describeForecastFailure(failure)
}

/**
 * Maximum number of districts that a sentence names.
 * For more districts, the sentence shows only their number.
 */
const MAX_NAMED_DISTRICTS = 6

/** Returns text such as 'Across Ablekuma North and Ayawaso West districts'. */
export function describeTotalAcrossDistricts(districts: readonly { district: string }[]): string {
  if (districts.length > MAX_NAMED_DISTRICTS) return t`Across ${{ count: districts.length }} districts`
  const names = formatList(districts.map(({ district }) => district))
  return districts.length === 1 ? t`Across ${names} district` : t`Across ${names} districts`
}

/** Formats the likely range as 'likely 12.9 to 15.8 t'. */
export const describeLikelyRange = ({ p10, p90 }: { p10: number; p90: number }) =>
  t`likely ${{ low: formatOneDecimal(p10) }} to ${{ high: formatTonnesTenths(p90) }}`

/** Returns a sentence such as 'Loads came on 5 of the last 28 days.' */
export const describeRegularityOfLoads = ({ days, of }: RegularityOfLoads) =>
  hasDailyLoads({ days, of })
    ? t`Loads came on each of the last ${{ all: of }} days.`
    : t`Loads came on ${days} of the last ${{ all: of }} days.`

const reasonTexts = () => ({
  level: t`Usual load recently`,
  weekday: t`Usual change on this weekday`,
  trend: t`Trend`,
  holiday: t`Public holiday`,
  zones: t`Districts with loads on this day`,
  other: t`Other: recent days, season, days missing`,
})
type Reasons = ForecastDetails['city']['days'][number]['reasons']

/**
 * Returns the reasons of a forecast, each with its tonnes.
 * Together they are the forecast.
 * Omits reasons near 0 t, except `level`, the usual recent load.
 */
export function describeReasons(reasons: Reasons) {
  const texts = reasonTexts()
  return (Object.keys(texts) as (keyof Reasons)[])
    .map((reason) => ({ reason, text: texts[reason], tonnes: reasons[reason] ?? 0 }))
    .filter(({ reason, tonnes }) => reason === 'level' || Math.abs(tonnes) >= 0.05)
}

/** Formats tonnes with sign, such as '+1.2 t' or '−0.3 t'. */
export const formatSignedTonnes = (tonnes: number) => `${tonnes < 0 ? '−' : '+'}${formatTonnesTenths(Math.abs(tonnes))}`

/** Formats a percentage as '8.4 %', or '–' if undefined. */
export const formatOptionalPercent = (percent: number | undefined) =>
  percent === undefined ? '–' : formatPercentTenths(percent)

/** Returns whether the forecast of any of the last 90 days was scored. */
export const hasScores = ({ last_90_days: { days } }: ForecastTrackRecord) => days > 0

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    nextDay: build.query(defineQuery('nextDay')),
    forecastDetails: build.query(defineQuery('forecastDetails')),
    forecastHistory: build.query(defineQuery('forecastHistory')),
    refreshForecast: build.mutation(defineCommand('refreshForecast')),
  }),
})

export const { useNextDayQuery, useForecastDetailsQuery, useForecastHistoryQuery, useRefreshForecastMutation } = calls

/**
 * Longest wait for a forecast in ms.
 * Slower ones continue on the server.
 */
const MAX_WAIT_MS = 60_000
const TICK_MS = 1_000

export interface ForecastRefresh {
  /** True from the click until the new forecast arrives. */
  analyzing: boolean
  failure: RequestFailure | null
  refresh(): void
}

/** Returns a function that requests a new forecast, and the current state of that request. */
export function useForecastRefresh(): ForecastRefresh {
  const { rows } = useRoom('forecasts')
  const now = useNow(TICK_MS)
  const { pending, failure, send } = useCommand('forecasts')
  const [ask] = useRefreshForecastMutation()
  const asked = rows[0]?.requested_at
  const analyzing = pending || (asked !== undefined && now - Date.parse(asked) < MAX_WAIT_MS)

  async function refresh() {
    // If the request fails, `send` sets `failure`, and the page shows the error.
    const done = await send({}, (key) => ask({ key }).unwrap()).catch(() => undefined)
    if (done) showToast('success', done.message)
  }

  return { analyzing, failure, refresh: () => void refresh() }
}
