/** Endpoints of the analytics dashboard: figures, and the download of trips. */
import { api } from '#web/lib/api/api.ts'
import { file, query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    fuelAnalytics: build.query(query('fuelAnalytics')),
    tripsCsv: build.mutation(file('tripsCsv')),
  }),
})

export const { useFuelAnalyticsQuery, useTripsCsvMutation } = calls
