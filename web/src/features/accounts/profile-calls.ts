/** The calls of the account screens: settings, figures, the password, and the end of an account. */
import type { AnswerOf } from '#contract/endpoints.ts'
import { api } from '#web/calls/api.ts'
import { command, query } from '#web/calls/endpoints.ts'

export const profileCalls = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query(query('settings')),
    saveSettings: build.mutation({
      ...command('saveSettings'),
      // What was answered is what is kept: asking again could read a moment before it.
      async onQueryStarted(_settings, { dispatch, queryFulfilled }): Promise<void> {
        // The form that saved says why it failed.
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
      // At once: the change ends this session too, and only its answer has the token of the next one.
      extraOptions: { keepsSession: true, repeats: true },
    }),
    // It ends this session too: its answer is the last that comes.
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
