/** Endpoints without a session: sign-up, sign-in, forgotten password and demo accounts. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

const keepsSession = { extraOptions: { keepsSession: true } }

const calls = api.injectEndpoints({
  endpoints: (build) => ({
    signIn: build.mutation({ ...command('signIn'), ...keepsSession }),
    signUp: build.mutation(command('signUp')),
    zones: build.query({
      ...query('zones'),
      transformResponse: ({ zones }: AnswerOf<'zones'>) => zones,
      // A reopened form shows the current zones.
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
