/** Endpoints of the analytics dashboard: figures, and trips as a file. */
import { api } from '#web/calls/api.ts'
import { query } from '#web/calls/endpoints.ts'
import { file } from '#web/calls/file.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    fuelAnalytics: build.query(query('fuelAnalytics')),
    tripsCsv: build.mutation(file('tripsCsv')),
  }),
})

export const { useFuelAnalyticsQuery, useTripsCsvMutation } = calls
