/** Endpoints of accounts: sessions, one’s own profile, and security. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { api } from '#web/lib/api/api.ts'
import { command, file, query } from '#web/lib/api/request.ts'

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
  }),
})

/** Endpoints without a session: sign-up, sign-in, forgotten password and demo accounts. */
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

/** Endpoints of the account screens: profile, settings, password, data and account deletion. */
export const profileCalls = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query(query('settings')),
    saveSettings: build.mutation({
      ...command('saveSettings'),
      // Stores the settings of the response; a new request could return older ones.
      async onQueryStarted(_settings, { dispatch, queryFulfilled }): Promise<void> {
        // The form that saves shows the error.
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) dispatch(keptSettings(answer.data.settings))
      },
    }),
    profileFigures: build.query({
      ...query('profileFigures'),
      transformResponse: ({ figures }: AnswerOf<'profileFigures'>) => figures,
    }),
    changePassword: build.mutation({
      ...command('changePassword'),
      // Retries at once: the change ends this session, and only this response contains the next token.
      extraOptions: { keepsSession: true, repeats: true },
    }),
    // Retries at once: the change ends this session, so there is no later response.
    chooseZone: build.mutation({ ...command('chooseZone'), extraOptions: { repeats: true } }),
    ownAccesses: build.query(query('ownAccesses')),
    me: build.query({ ...query('me'), transformResponse: ({ user }: AnswerOf<'me'>) => user }),
    resendConfirmation: build.mutation(command('resendConfirmation')),
    deleteAccount: build.mutation({ ...command('deleteAccount'), extraOptions: { keepsSession: true } }),
    changeProfile: build.mutation(command('changeProfile')),
    ownData: build.mutation(file('ownData')),
  }),
})

export const {
  useSettingsQuery,
  useSaveSettingsMutation,
  useProfileFiguresQuery,
  useChangePasswordMutation,
  useDeleteAccountMutation,
  useChooseZoneMutation,
  useOwnAccessesQuery,
  useMeQuery,
  useResendConfirmationMutation,
  useChangeProfileMutation,
  useOwnDataMutation,
} = profileCalls

function keptSettings(settings: AnswerOf<'settings'>['settings']) {
  return profileCalls.util.updateQueryData('settings', undefined, (shown) => {
    shown.settings = settings
    shown.saved = true
  })
}

const securityCalls = api.enhanceEndpoints({ addTagTypes: ['Security'] }).injectEndpoints({
  endpoints: (build) => ({
    security: build.query({ ...query('security'), providesTags: ['Security'] }),
    endSession: build.mutation({ ...command('endSession'), invalidatesTags: ['Security'] }),
    endOtherSessions: build.mutation({ ...command('endOtherSessions'), invalidatesTags: ['Security'] }),
    beginSecondFactor: build.mutation({ ...command('beginSecondFactor'), extraOptions: { keepsSession: true } }),
    confirmSecondFactor: build.mutation(command('confirmSecondFactor')),
    endSecondFactor: build.mutation({
      ...command('endSecondFactor'),
      extraOptions: { keepsSession: true },
      invalidatesTags: ['Security'],
    }),
  }),
})

/** Endpoints of the Security tab: sessions and the second factor. */
export const {
  useSecurityQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useBeginSecondFactorMutation,
  useConfirmSecondFactorMutation,
  useEndSecondFactorMutation,
} = securityCalls

/** Reloads the Security tab. */
export const securityChanged = () => securityCalls.util.invalidateTags(['Security'])
