/** The user's own account: profile texts, API endpoints, settings applied after sign-in. */

import { selectOrdinal, t } from '@lingui/core/macro'
import type { AccountSettings } from '#contract/accounts/views.ts'
import type { AnswerOf } from '#contract/endpoints.ts'
import { NOTIFICATION_OPTIONS, type NotificationOption } from '#contract/notifications/notifications.ts'
import type { Session } from '#contract/views.ts'
import type { Role } from '#domain/city.ts'
import { api, createId, type useAppDispatch } from '#web/lib/api/api.ts'
import { defineCommand, defineFile, defineQuery } from '#web/lib/api/request.ts'
import { roleNameOf } from '#web/lib/format/labels.ts'
import { initialsOf } from '#web/lib/format/names.ts'
import { type BrowserStorage, browserStorage } from '#web/lib/format/storage.ts'
import { createCityTimeFormatter } from '#web/lib/format/times.ts'
import { getChosenLocale, showSavedLanguage } from '#web/lib/language/language.tsx'

export function roleLabelOf(role: Role): string {
  if (role === 'resident') return t`Resident Account`
  return role === 'recycler' ? t`Recycler Account` : roleNameOf(role)
}

/** Returns a profile's name, or 'Recycler' or 'User' without one. */
export function displayNameOf(name: string, role: Role): string {
  return name.trim() || (role === 'recycler' ? t`Recycler` : t`User`)
}

/** Returns up to two initials; 'RC' for a nameless recycler. */
export function accountInitialsOf(name: string, role: Role): string {
  return initialsOf(name) || (role === 'recycler' ? 'RC' : 'U')
}

const dayOf = createCityTimeFormatter({ day: 'numeric' })
const monthAndYear = createCityTimeFormatter({ month: 'long', year: 'numeric' })

/** Formats '28th May 2025' in the city's time zone, or 'Unknown'. */
export function formatMemberSince(iso: string | undefined): string {
  const at = Date.parse(iso ?? '')
  if (Number.isNaN(at)) return t`Unknown`
  const day = Number(dayOf(at))
  const month = monthAndYear(at)
  return t`${selectOrdinal(day, { one: '#st', two: '#nd', few: '#rd', other: '#th' })} ${month}`
}

const notificationTexts = (): Record<NotificationOption, { label: string; text: string }> => ({
  collection: {
    label: t`Collection updates`,
    text: t`When a truck is scheduled for your zone, and when it leaves.`,
  },
  reports: { label: t`Report updates`, text: t`When the bin that you reported has been collected.` },
  route_alerts: {
    label: t`Route alerts`,
    text: t`When a zone has enough reports, when a truck is sent, and when a site is nearly full.`,
  },
  daily_reports: {
    label: t`Daily reports`,
    text: t`Every day at 18:00, on screen and by email: bins reported and collected, open reports, collections and fuel used.`,
  },
  delivery_alerts: {
    label: t`Delivery alerts`,
    text: t`When a truck is on its way, when the waste composition of a site is updated, and when a site is nearly full.`,
  },
  weekly_reports: {
    label: t`Weekly reports`,
    text: t`On screen and by email: deliveries, their weight, and updated waste compositions.`,
  },
})

/** Labels of each role's notification options. */
export function notificationOptionsOf(role: Role) {
  const labels = notificationTexts()
  return NOTIFICATION_OPTIONS[role].map((option) => ({ option, ...labels[option] }))
}

/**
 * Returns whether an option is on.
 * Options are on by default.
 */
export function isNotificationOn(notifications: AccountSettings['notifications'], option: NotificationOption): boolean {
  return notifications[option] !== false
}

/** Returns all notification options of the role: off if saved as off, otherwise on. */
export function completeNotificationSettings(
  role: Role,
  notifications: AccountSettings['notifications'],
): AccountSettings['notifications'] {
  return Object.fromEntries(
    NOTIFICATION_OPTIONS[role].map((option) => [option, isNotificationOn(notifications, option)]),
  )
}

/** Account endpoints: profile, settings, password, data, deletion. */
const profileCalls = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query(defineQuery('settings')),
    saveSettings: build.mutation({
      ...defineCommand('saveSettings'),
      // Stores the response; a new request could return older settings.
      async onQueryStarted(_settings, { dispatch, queryFulfilled }): Promise<void> {
        // Ignores the error, because the form that saves the settings shows it.
        const answer = await queryFulfilled.catch(() => undefined)
        if (answer) dispatch(updateCachedSettings(answer.data.settings))
      },
    }),
    profileFigures: build.query({
      ...defineQuery('profileFigures'),
      transformResponse: ({ figures }: AnswerOf<'profileFigures'>) => figures,
    }),
    changePassword: build.mutation({
      ...defineCommand('changePassword'),
      // Repeats the request at once if its response was lost.
      // The change ends the session, and only the response contains the next token.
      extraOptions: { keepsSession: true, repeats: true },
    }),
    // Repeats the request if its response is lost, because the change ends this session.
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

function updateCachedSettings(settings: AnswerOf<'settings'>['settings']) {
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

/** Marks cached data of the Security tab as outdated, so that it reloads. */
export const reloadSecuritySettings = () => securityCalls.util.invalidateTags(['Security'])

type Theme = 'dark' | 'light'

interface SettingsTarget {
  dispatch: ReturnType<typeof useAppDispatch>
  setColorScheme(theme: Theme): void
  /** Theme that the screen shows at present. */
  shown: Theme
  /** True saves this browser's chosen language, if the user has saved none. */
  savesLanguage: boolean
}

/**
 * Applies the saved theme and language.
 * On failure the current ones stay.
 */
export async function applySavedSettings(user: Session['user'], screen: SettingsTarget): Promise<void> {
  const { dispatch, setColorScheme, savesLanguage } = screen
  const { data } = await dispatch(profileCalls.endpoints.settings.initiate(undefined, { subscribe: false }))
  if (!data) return
  const theme = chooseThemeToApply(browserStorage, user.id, data)
  if (theme) setColorScheme(theme)
  if (savesLanguage) saveLanguage(data, screen)
  await showSavedLanguage(data.settings.language, user.role === 'resident' ? 'residents' : 'staff')
}

/** Saves this browser's chosen language for mails, if none is saved. */
function saveLanguage({ settings, saved }: AnswerOf<'settings'>, { dispatch, shown }: SettingsTarget): void {
  const language = getChosenLocale()
  if (!language || language === settings.language || (saved && settings.language)) return
  const darkMode = saved ? settings.darkMode : shown === 'dark'
  const { sms: _, ...others } = settings
  const body = { ...others, darkMode, language }
  // Ignores a failed save, because the next sign-in saves the language again.
  void dispatch(profileCalls.endpoints.saveSettings.initiate({ body, key: createId() }))
}
const APPLIED_THEME_KEY = 'wastesense_theme_followed'
const appliedThemeValue = (userId: string, darkMode: boolean) => `${userId} ${themeOf(darkMode)}`

export const themeOf = (darkMode: boolean): Theme => (darkMode ? 'dark' : 'light')

/**
 * Returns the theme to apply; undefined keeps the current one.
 * Each browser applies a saved theme only once.
 * A later choice in a browser wins until the user saves another theme anywhere.
 */
export function chooseThemeToApply(
  storage: BrowserStorage,
  userId: string,
  answer: AnswerOf<'settings'>,
): Theme | undefined {
  if (!answer.saved) return undefined
  const { darkMode } = answer.settings
  if (storage.getItem(APPLIED_THEME_KEY) === appliedThemeValue(userId, darkMode)) return undefined
  recordAppliedTheme(storage, userId, darkMode)
  return themeOf(darkMode)
}

/** Records that this browser has applied the user's saved theme. */
export function recordAppliedTheme(storage: BrowserStorage, userId: string, darkMode: boolean): void {
  storage.setItem(APPLIED_THEME_KEY, appliedThemeValue(userId, darkMode))
}
