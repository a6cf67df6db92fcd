/** The calls of the forecasts: tomorrow, the coming days, how earlier ones came out, and a new one. */
import { api } from '#web/calls/api.ts'
import { command, query } from '#web/calls/endpoints.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    nextDay: build.query(query('nextDay')),
    forecastDetails: build.query(query('forecastDetails')),
    forecastHistory: build.query(query('forecastHistory')),
    refreshForecast: build.mutation(command('refreshForecast')),
  }),
})

export const { useNextDayQuery, useForecastDetailsQuery, useForecastHistoryQuery, useRefreshForecastMutation } = calls
