/** The calls of accounts before there is a session: signing up and in, a forgotten password, the accounts of a demo. */
import type { AnswerOf, RequestOf } from '#contract/endpoints.ts'
import { api, keyed } from '#web/calls/api.ts'

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation<AnswerOf<'signIn'>, RequestOf<'signIn'>>({
      query: (body) => ({ url: '/auth/login', method: 'POST', body }),
      extraOptions: { keepsSession: true },
    }),
    signUp: build.mutation<AnswerOf<'signUp'>, { body: RequestOf<'signUp'>; key: string }>({
      query: ({ body, key }) => ({
        url: '/auth/signup',
        method: 'POST',
        body,
        headers: keyed(key),
      }),
    }),
    zones: build.query<readonly string[], void>({
      query: () => '/zones',
      transformResponse: (answer: AnswerOf<'zones'>) => answer.zones,
      // A form that is opened again offers what there is by then.
      keepUnusedDataFor: 0,
    }),
    forgotPassword: build.mutation<AnswerOf<'forgotPassword'>, RequestOf<'forgotPassword'>>({
      query: (body) => ({ url: '/auth/forgot-password', method: 'POST', body }),
      extraOptions: { keepsSession: true },
    }),
    resetPassword: build.mutation<AnswerOf<'resetPassword'>, { body: RequestOf<'resetPassword'>; key: string }>({
      query: ({ body, key }) => ({
        url: '/auth/reset-password',
        method: 'POST',
        body,
        headers: keyed(key),
      }),
      extraOptions: { keepsSession: true },
    }),
    confirmEmail: build.mutation<AnswerOf<'confirmEmail'>, { body: RequestOf<'confirmEmail'>; key: string }>({
      query: ({ body, key }) => ({ url: '/auth/confirm-email', method: 'POST', body, headers: keyed(key) }),
      extraOptions: { keepsSession: true },
    }),
    demoAccounts: build.query<AnswerOf<'demoAccounts'>['accounts'], void>({
      query: () => '/auth/demo-accounts',
      transformResponse: (answer: AnswerOf<'demoAccounts'>) => answer.accounts,
    }),
    demoSignIn: build.mutation<AnswerOf<'demoSignIn'>, RequestOf<'demoSignIn'>>({
      query: (body) => ({ url: '/auth/demo-login', method: 'POST', body }),
    }),
  }),
})

export const {
  useSignInMutation,
  useSignUpMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useConfirmEmailMutation,
  useDemoAccountsQuery,
  useDemoSignInMutation,
  useZonesQuery,
} = calls
