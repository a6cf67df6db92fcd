/** Endpoints of forecasts: tomorrow, coming days, past days, and a new forecast on request. */
import { api, type Failure } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'
import { useRoom } from '#web/lib/feed/use-room.ts'
import { useNow } from '#web/lib/hooks/replay-context.ts'
import { toast } from '#web/ui/toasts.tsx'
import { useCommand } from '#web/ui/use-command.tsx'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    nextDay: build.query(defineQuery('nextDay')),
    forecastDetails: build.query(defineQuery('forecastDetails')),
    forecastHistory: build.query(defineQuery('forecastHistory')),
    refreshForecast: build.mutation(defineCommand('refreshForecast')),
  }),
})

export const { useNextDayQuery, useForecastDetailsQuery, useForecastHistoryQuery, useRefreshForecastMutation } = calls

/** Longest time in ms that the screen waits for a forecast. A slower forecast continues on the server. */
const WAIT_MS = 60_000
const TICK_MS = 1_000

export interface ForecastRefresh {
  /** True from the click until the new forecast arrives. */
  analyzing: boolean
  failure: Failure | null
  refresh(): void
}

/** Returns a function that requests a new forecast. Also returns the progress of that request, as the feed shows it. */
export function useForecastRefresh(): ForecastRefresh {
  const { rows } = useRoom('forecasts')
  const now = useNow(TICK_MS)
  const { pending, failure, send } = useCommand('forecasts')
  const [ask] = useRefreshForecastMutation()
  const asked = rows[0]?.requested_at
  const analyzing = pending || (asked !== undefined && now - Date.parse(asked) < WAIT_MS)

  async function refresh() {
    // The error is dropped here, because `failure` shows it on the page.
    const done = await send({}, (key) => ask({ key }).unwrap()).catch(() => undefined)
    if (done) toast('success', done.message)
  }

  return { analyzing, failure, refresh: () => void refresh() }
}
