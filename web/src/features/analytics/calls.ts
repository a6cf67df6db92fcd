/** The call of the analytics dashboard. */
import type { AnswerOf, QueryOf } from '#contract/endpoints.ts'
import { api } from '#web/calls/api.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    fuelAnalytics: build.query<AnswerOf<'fuelAnalytics'>, QueryOf<'fuelAnalytics'>['period']>({
      query: (period) => ({ url: '/fuel/analytics', params: { period } }),
    }),
  }),
})

export const { useFuelAnalyticsQuery } = calls
