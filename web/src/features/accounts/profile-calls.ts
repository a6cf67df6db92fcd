/** API endpoints of the user's own profile, settings and security. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { api } from '#web/lib/api/api.ts'
import { defineCommand, defineFile, defineQuery } from '#web/lib/api/request.ts'

/** Endpoints of the account screens: profile, settings, password, data and account deletion. */
export const profileCalls = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query(defineQuery('settings')),
    saveSettings: build.mutation({
      ...defineCommand('saveSettings'),
      // Stores the settings of the response; a new request could return older ones.
      async onQueryStarted(_settings, { dispatch, queryFulfilled }): Promise<void> {
        // The error is dropped here, because the form that saves shows it.
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) dispatch(keptSettings(answer.data.settings))
      },
    }),
    profileFigures: build.query({
      ...defineQuery('profileFigures'),
      transformResponse: ({ figures }: AnswerOf<'profileFigures'>) => figures,
    }),
    changePassword: build.mutation({
      ...defineCommand('changePassword'),
      // Repeats a lost request at once: the change ends this session, and only this response contains the next token.
      extraOptions: { keepsSession: true, repeats: true },
    }),
    // Repeats a lost request at once, because the change ends this session.
    chooseZone: build.mutation({ ...defineCommand('chooseZone'), extraOptions: { repeats: true } }),
    ownAccesses: build.query(defineQuery('ownAccesses')),
    deleteAccount: build.mutation({ ...defineCommand('deleteAccount'), extraOptions: { keepsSession: true } }),
    changeProfile: build.mutation(defineCommand('changeProfile')),
    ownData: build.mutation(defineFile('ownData')),
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
    security: build.query({ ...defineQuery('security'), providesTags: ['Security'] }),
    endSession: build.mutation({ ...defineCommand('endSession'), invalidatesTags: ['Security'] }),
    endOtherSessions: build.mutation({ ...defineCommand('endOtherSessions'), invalidatesTags: ['Security'] }),
    beginSecondFactor: build.mutation({ ...defineCommand('beginSecondFactor'), extraOptions: { keepsSession: true } }),
    confirmSecondFactor: build.mutation(defineCommand('confirmSecondFactor')),
    endSecondFactor: build.mutation({
      ...defineCommand('endSecondFactor'),
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
export const invalidateSecurity = () => securityCalls.util.invalidateTags(['Security'])
