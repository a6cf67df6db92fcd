/** The dispatcher's calls of collections: what is recommended, schedules, what is marked collected, deliveries. */
import type { AnswerOf, RequestOf } from '#contract/endpoints.ts'
import { api, type Keyed, keyed } from '#web/calls/api.ts'

/** A change of the schedule or delivery with this id. */
interface Change<B> extends Keyed {
  id: string
  body: B
}

const schedule = (id: string) => `/auth/schedules/${encodeURIComponent(id)}`

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
    changeSchedule: build.mutation<AnswerOf<'changeSchedule'>, Change<RequestOf<'changeSchedule'>>>({
      query: ({ id, body, key }) => ({ url: `${schedule(id)}/status`, method: 'PATCH', body, headers: keyed(key) }),
    }),
    reschedule: build.mutation<AnswerOf<'reschedule'>, Change<RequestOf<'reschedule'>>>({
      query: ({ id, body, key }) => ({ url: schedule(id), method: 'PUT', body, headers: keyed(key) }),
    }),
    markReport: build.mutation<AnswerOf<'markReport'>, { id: string } & Keyed>({
      query: ({ id, key }) => ({
        url: `/auth/reports/${encodeURIComponent(id)}/status`,
        method: 'PATCH',
        headers: keyed(key),
        body: { status: 'collected' },
      }),
    }),
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
    moveDelivery: build.mutation<AnswerOf<'moveDelivery'>, Change<RequestOf<'moveDelivery'>>>({
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
  useChangeScheduleMutation,
  useRescheduleMutation,
  useMarkReportMutation,
  useMarkAllCollectedMutation,
  useMoveDeliveryMutation,
  useClearBurstMutation,
} = calls
