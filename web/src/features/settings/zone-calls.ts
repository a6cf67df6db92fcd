/** The calls of zones: open, change and close one, and move its residents to another. */
import type { AnswerOf, RequestOf } from '#contract/endpoints.ts'
import { api, type Keyed, keyed } from '#web/calls/api.ts'

const zonePath = (id: string) => `/auth/zones/${encodeURIComponent(id)}`

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    openZone: build.mutation<AnswerOf<'openZone'>, { body: RequestOf<'openZone'> } & Keyed>({
      query: ({ body, key }) => ({ url: '/auth/zones', method: 'POST', body, headers: keyed(key) }),
    }),
    changeZone: build.mutation<AnswerOf<'changeZone'>, { id: string; body: RequestOf<'changeZone'> } & Keyed>({
      query: ({ id, body, key }) => ({ url: zonePath(id), method: 'PUT', body, headers: keyed(key) }),
    }),
    closeZone: build.mutation<AnswerOf<'closeZone'>, { id: string } & Keyed>({
      query: ({ id, key }) => ({ url: zonePath(id), method: 'DELETE', headers: keyed(key) }),
    }),
    moveResidents: build.mutation<AnswerOf<'moveResidents'>, { id: string; body: RequestOf<'moveResidents'> } & Keyed>({
      query: ({ id, body, key }) => ({ url: `${zonePath(id)}/residents`, method: 'POST', body, headers: keyed(key) }),
    }),
  }),
})

export const { useOpenZoneMutation, useChangeZoneMutation, useCloseZoneMutation, useMoveResidentsMutation } = calls
