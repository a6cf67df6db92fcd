/** Endpoints of the analytics dashboard: figures, and the download of trips. */
import { api } from '#web/lib/api/api.ts'
import { defineFile, defineQuery } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    fuelAnalytics: build.query(defineQuery('fuelAnalytics')),
    tripsCsv: build.mutation(defineFile('tripsCsv')),
  }),
})

export const { useFuelAnalyticsQuery, useTripsCsvMutation } = calls
