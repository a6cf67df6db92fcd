/** API endpoints of accounts that the first screens need. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineQuery } from '#web/lib/api/request.ts'

export const keepSessionOptions = { extraOptions: { keepsSession: true } }

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation({ ...defineCommand('signIn'), ...keepSessionOptions }),
    signUp: build.mutation(defineCommand('signUp')),
    zones: build.query({
      ...defineQuery('zones'),
      transformResponse: ({ zones }: AnswerOf<'zones'>) => zones,
      // Not cached, so that a reopened form shows current zones.
      keepUnusedDataFor: 0,
    }),
    forgotPassword: build.mutation({ ...defineCommand('forgotPassword'), ...keepSessionOptions }),
    resetPassword: build.mutation({ ...defineCommand('resetPassword'), ...keepSessionOptions }),
    confirmEmail: build.mutation({ ...defineCommand('confirmEmail'), ...keepSessionOptions }),
    demoAccounts: build.query({
      ...defineQuery('demoAccounts'),
      transformResponse: ({ accounts }: AnswerOf<'demoAccounts'>) => accounts,
    }),
    demoSignIn: build.mutation(defineCommand('demoSignIn')),
    me: build.query({ ...defineQuery('me'), transformResponse: ({ user }: AnswerOf<'me'>) => user }),
    resendConfirmation: build.mutation(defineCommand('resendConfirmation')),
  }),
})

/** Endpoints of sign-up, sign-in, forgotten passwords, demo accounts and email confirmation. */
export const {
  useSignInMutation,
  useSignUpMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useConfirmEmailMutation,
  useDemoAccountsQuery,
  useDemoSignInMutation,
  useZonesQuery,
  useMeQuery,
  useResendConfirmationMutation,
} = calls
