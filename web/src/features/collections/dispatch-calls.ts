/** The dispatcher's calls of collections: what is recommended, schedules, all collected at once, deliveries. */
import type { AnswerOf, RequestOf } from '#contract/endpoints.ts'
import { api, type Keyed, keyed } from '#web/app/api.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    recommendation: build.query<AnswerOf<'recommendation'>, { trucks?: number }>({
      query: (params) => ({ url: '/auth/dispatch/recommendation', params }),
      keepUnusedDataFor: 0,
    }),
    scheduleCollection: build.mutation<
      AnswerOf<'scheduleCollection'>,
      { body: RequestOf<'scheduleCollection'> } & Keyed
    >({
      query: ({ body, key }) => ({ url: '/auth/dispatch/schedule', method: 'POST', body, headers: keyed(key) }),
    }),
    moveSchedule: build.mutation<AnswerOf<'changeSchedule'>, { id: string; body: RequestOf<'changeSchedule'> } & Keyed>(
      {
        query: ({ id, body, key }) => ({
          url: `/auth/schedules/${encodeURIComponent(id)}/status`,
          method: 'PATCH',
          body,
          headers: keyed(key),
        }),
      },
    ),
    markAllCollected: build.mutation<AnswerOf<'markAllCollected'>, { body: RequestOf<'markAllCollected'> } & Keyed>({
      query: ({ body, key }) => ({
        url: '/auth/reports/mark-all-collected',
        method: 'PATCH',
        body,
        headers: keyed(key),
      }),
    }),
    clearBurst: build.mutation<AnswerOf<'clearBurst'>, { body: RequestOf<'clearBurst'> } & Keyed>({
      query: ({ body, key }) => ({ url: '/auth/dispatch/clear-burst', method: 'POST', body, headers: keyed(key) }),
    }),
    moveDelivery: build.mutation<AnswerOf<'moveDelivery'>, { id: string; body: RequestOf<'moveDelivery'> } & Keyed>({
      query: ({ id, body, key }) => ({
        url: `/auth/deliveries/${encodeURIComponent(id)}/status`,
        method: 'PATCH',
        body,
        headers: keyed(key),
      }),
    }),
  }),
})

export const {
  useRecommendationQuery,
  useScheduleCollectionMutation,
  useMoveScheduleMutation,
  useMarkAllCollectedMutation,
  useMoveDeliveryMutation,
  useClearBurstMutation,
} = calls
