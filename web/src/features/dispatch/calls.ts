/** API endpoints of collections for dispatchers: recommendation, schedules and reports. */
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    recommendation: build.query({ ...defineQuery('recommendation'), keepUnusedDataFor: 0 }),
    scheduleCollection: build.mutation(defineCommand('scheduleCollection')),
    changeSchedule: build.mutation(defineCommand('changeSchedule')),
    markReport: build.mutation(defineCommand('markReport')),
    markAllCollected: build.mutation(defineCommand('markAllCollected')),
    clearBurst: build.mutation(defineCommand('clearBurst')),
  }),
})

export const {
  useRecommendationQuery,
  useScheduleCollectionMutation,
  useChangeScheduleMutation,
  useMarkReportMutation,
  useMarkAllCollectedMutation,
  useClearBurstMutation,
} = calls
