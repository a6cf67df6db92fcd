/** The calls of the account screens: settings, figures, the password, and the end of an account. */
import type { AnswerOf, RequestOf } from '#contract/endpoints.ts'
import { api, keyed } from '#web/calls/api.ts'

export const profileCalls = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query<AnswerOf<'settings'>, void>({ query: () => '/auth/settings' }),
    saveSettings: build.mutation<AnswerOf<'saveSettings'>, { body: RequestOf<'saveSettings'>; key: string }>({
      query: ({ body, key }) => ({ url: '/auth/settings', method: 'PUT', body, headers: keyed(key) }),
      // What was answered is what is kept: asking again could read a moment before it.
      async onQueryStarted(_settings, { dispatch, queryFulfilled }): Promise<void> {
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) dispatch(keptSettings(answer.data.settings))
      },
    }),
    profileFigures: build.query<AnswerOf<'profileFigures'>['figures'], void>({
      query: () => '/auth/profile/figures',
      transformResponse: (answer: AnswerOf<'profileFigures'>) => answer.figures,
    }),
    changePassword: build.mutation<AnswerOf<'changePassword'>, { body: RequestOf<'changePassword'>; key: string }>({
      query: ({ body, key }) => ({
        url: '/auth/change-password',
        method: 'POST',
        body,
        headers: keyed(key),
      }),
      // At once: the change ends this session too, and only its answer has the token of the next one.
      extraOptions: { keepsSession: true, repeats: true },
    }),
    chooseZone: build.mutation<AnswerOf<'chooseZone'>, { body: RequestOf<'chooseZone'>; key: string }>({
      query: ({ body, key }) => ({ url: '/auth/zone', method: 'PUT', body, headers: keyed(key) }),
      // It ends this session too: its answer is the last that comes.
      extraOptions: { repeats: true },
    }),
    me: build.query<AnswerOf<'me'>['user'], void>({
      query: () => '/auth/me',
      transformResponse: (answer: AnswerOf<'me'>) => answer.user,
    }),
    resendConfirmation: build.mutation<AnswerOf<'resendConfirmation'>, void>({
      query: () => ({ url: '/auth/confirm-email/resend', method: 'POST' }),
    }),
    deleteAccount: build.mutation<AnswerOf<'deleteAccount'>, { id: string; password: string; key: string }>({
      query: ({ id, password, key }) => ({
        url: `/auth/account/${encodeURIComponent(id)}`,
        method: 'DELETE',
        body: { password },
        headers: keyed(key),
      }),
      extraOptions: { keepsSession: true },
    }),
  }),
})

export const {
  useSettingsQuery,
  useSaveSettingsMutation,
  useProfileFiguresQuery,
  useChangePasswordMutation,
  useDeleteAccountMutation,
  useChooseZoneMutation,
  useMeQuery,
  useResendConfirmationMutation,
} = profileCalls

function keptSettings(settings: AnswerOf<'settings'>['settings']) {
  return profileCalls.util.updateQueryData('settings', undefined, (shown) => {
    shown.settings = settings
    shown.saved = true
  })
}
