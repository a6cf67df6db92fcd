/** Endpoints of one's own profile, settings and security. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { api } from '#web/lib/api/api.ts'
import { command, file, query } from '#web/lib/api/request.ts'

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
