/** Endpoints of forecasts: tomorrow, coming days, history and refresh. */
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    nextDay: build.query(query('nextDay')),
    forecastDetails: build.query(query('forecastDetails')),
    forecastHistory: build.query(query('forecastHistory')),
    refreshForecast: build.mutation(command('refreshForecast')),
  }),
})

export const { useNextDayQuery, useForecastDetailsQuery, useForecastHistoryQuery, useRefreshForecastMutation } = calls
