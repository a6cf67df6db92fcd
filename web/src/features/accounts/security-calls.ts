/** The calls of the Security tab: sessions and the second factor. */
import type { AnswerOf, RequestOf } from '#contract/endpoints.ts'
import { api } from '#web/calls/api.ts'

const calls = api.enhanceEndpoints({ addTagTypes: ['Security'] }).injectEndpoints({
  endpoints: (build) => ({
    security: build.query<AnswerOf<'security'>, void>({ query: () => '/auth/security', providesTags: ['Security'] }),
    endSession: build.mutation<AnswerOf<'endSession'>, string>({
      query: (id) => ({ url: `/auth/sessions/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['Security'],
    }),
    endOtherSessions: build.mutation<AnswerOf<'endOtherSessions'>, void>({
      query: () => ({ url: '/auth/sessions', method: 'DELETE' }),
      invalidatesTags: ['Security'],
    }),
    beginSecondFactor: build.mutation<AnswerOf<'beginSecondFactor'>, RequestOf<'beginSecondFactor'>>({
      query: (body) => ({ url: '/auth/second-factor', method: 'POST', body }),
      extraOptions: { keepsSession: true },
    }),
    confirmSecondFactor: build.mutation<AnswerOf<'confirmSecondFactor'>, RequestOf<'confirmSecondFactor'>>({
      query: (body) => ({ url: '/auth/second-factor/confirm', method: 'POST', body }),
    }),
    endSecondFactor: build.mutation<AnswerOf<'endSecondFactor'>, RequestOf<'endSecondFactor'>>({
      query: (body) => ({ url: '/auth/second-factor', method: 'DELETE', body }),
      extraOptions: { keepsSession: true },
      invalidatesTags: ['Security'],
    }),
  }),
})

export const {
  useSecurityQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useBeginSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useEndSecondFactorMutation,
} = calls

/** Has the tab read again what it shows. */
export const securityChanged = () => calls.util.invalidateTags(['Security'])
