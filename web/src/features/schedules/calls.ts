/** Dispatchers' endpoints of collections: recommendation, schedules, reports and deliveries. */
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    recommendation: build.query({ ...query('recommendation'), keepUnusedDataFor: 0 }),
    scheduleCollection: build.mutation(command('scheduleCollection')),
    changeSchedule: build.mutation(command('changeSchedule')),
    reschedule: build.mutation(command('reschedule')),
    markReport: build.mutation(command('markReport')),
    markAllCollected: build.mutation(command('markAllCollected')),
    clearBurst: build.mutation(command('clearBurst')),
    moveDelivery: build.mutation(command('moveDelivery')),
    settleDispute: build.mutation(command('settleDispute')),
  }),
})

export const {
  useRecommendationQuery,
  useScheduleCollectionMutation,
  useChangeScheduleMutation,
  useRescheduleMutation,
  useMarkReportMutation,
  useMarkAllCollectedMutation,
  useMoveDeliveryMutation,
  useSettleDisputeMutation,
  useClearBurstMutation,
} = calls
