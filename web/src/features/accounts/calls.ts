/** Endpoints of accounts that the first screens need. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

export const keepsSession = { extraOptions: { keepsSession: true } }

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation({ ...command('signIn'), ...keepsSession }),
    signUp: build.mutation(command('signUp')),
    zones: build.query({
      ...query('zones'),
      transformResponse: ({ zones }: AnswerOf<'zones'>) => zones,
      // Does not cache, so that a reopened form shows the current zones.
      keepUnusedDataFor: 0,
    }),
    forgotPassword: build.mutation({ ...command('forgotPassword'), ...keepsSession }),
    resetPassword: build.mutation({ ...command('resetPassword'), ...keepsSession }),
    confirmEmail: build.mutation({ ...command('confirmEmail'), ...keepsSession }),
    demoAccounts: build.query({
      ...query('demoAccounts'),
      transformResponse: ({ accounts }: AnswerOf<'demoAccounts'>) => accounts,
    }),
    demoSignIn: build.mutation(command('demoSignIn')),
    me: build.query({ ...query('me'), transformResponse: ({ user }: AnswerOf<'me'>) => user }),
    resendConfirmation: build.mutation(command('resendConfirmation')),
  }),
})

/** Endpoints of sign-up, sign-in, forgotten passwords, demo accounts and the confirmation of an email. */
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
