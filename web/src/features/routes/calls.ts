/** The calls of route management: a route is started, completed or stopped, and its start is moved. */
import type { AnswerOf, RequestOf } from '#contract/endpoints.ts'
import { api, keyed } from '#web/app/api.ts'

/** `key`: the Idempotency-Key, the same for every retry of one intended change. */
interface Change<B> {
  id: string
  body: B
  key: string
}

const path = (id: string) => `/auth/schedules/${encodeURIComponent(id)}`

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    changeRoute: build.mutation<AnswerOf<'changeSchedule'>, Change<RequestOf<'changeSchedule'>>>({
      query: ({ id, body, key }) => ({ url: `${path(id)}/status`, method: 'PATCH', body, headers: keyed(key) }),
    }),
    moveRouteStart: build.mutation<AnswerOf<'reschedule'>, Change<RequestOf<'reschedule'>>>({
      query: ({ id, body, key }) => ({ url: path(id), method: 'PUT', body, headers: keyed(key) }),
    }),
  }),
})

export const { useChangeRouteMutation, useMoveRouteStartMutation } = calls
