/** Endpoints of the account screens: settings, figures, password and account deletion. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { api } from '#web/lib/api/api.ts'
import { command, query } from '#web/lib/api/request.ts'

export const profileCalls = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query(query('settings')),
    saveSettings: build.mutation({
      ...command('saveSettings'),
      // The response is the saved state; a refetch could read an older one.
      async onQueryStarted(_settings, { dispatch, queryFulfilled }): Promise<void> {
        // The form that saved shows the error.
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
      // Immediate retry: the change ends this session, and only its response has the next token.
      extraOptions: { keepsSession: true, repeats: true },
    }),
    // The change ends this session, so its response is the last.
    chooseZone: build.mutation({ ...command('chooseZone'), extraOptions: { repeats: true } }),
    ownAccesses: build.query(query('ownAccesses')),
    me: build.query({ ...query('me'), transformResponse: ({ user }: AnswerOf<'me'>) => user }),
    resendConfirmation: build.mutation(command('resendConfirmation')),
    deleteAccount: build.mutation({ ...command('deleteAccount'), extraOptions: { keepsSession: true } }),
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
} = profileCalls

function keptSettings(settings: AnswerOf<'settings'>['settings']) {
  return profileCalls.util.updateQueryData('settings', undefined, (shown) => {
    shown.settings = settings
    shown.saved = true
  })
}
