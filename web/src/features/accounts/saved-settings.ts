/** Applies a user's saved theme and language after sign-in. */

import type { AnswerOf } from '#contract/endpoints.ts'
import type { Session } from '#contract/views.ts'
import { newId } from '#web/lib/api/api.ts'
import type { useAppDispatch } from '#web/lib/api/store.ts'
import { type BrowserStorage, browserStorage } from '#web/lib/format/storage.ts'
import { chosenLocale, showSavedLanguage } from '#web/lib/language/language.ts'
import { profileCalls } from './own-account.ts'

interface Screen {
  dispatch: ReturnType<typeof useAppDispatch>
  setColorScheme(theme: Theme): void
  /** Theme that the screen shows at present. */
  shown: Theme
  /** True to save the language chosen in this browser, if the user has saved none. */
  savesLanguage: boolean
}

/** Applies the saved theme and language. If they cannot be loaded, the current ones stay. */
export async function applySavedSettings(user: Session['user'], screen: Screen): Promise<void> {
  const { dispatch, setColorScheme, savesLanguage } = screen
  const { data } = await dispatch(profileCalls.endpoints.settings.initiate(undefined, { subscribe: false }))
  if (!data) return
  const theme = themeToApply(browserStorage, user.id, data)
  if (theme) setColorScheme(theme)
  if (savesLanguage) saveLanguage(data, screen)
  await showSavedLanguage(data.settings.language, user.role === 'resident' ? 'residents' : 'staff')
}

/** Saves the language chosen in this browser if the user has saved none, so that mails use this language. */
function saveLanguage({ settings, saved }: AnswerOf<'settings'>, { dispatch, shown }: Screen): void {
  const language = chosenLocale()
  if (!language || language === settings.language || (saved && settings.language)) return
  const darkMode = saved ? settings.darkMode : shown === 'dark'
  const { sms: _, ...others } = settings
  const body = { ...others, darkMode, language }
  // A failure is ignored, because the next sign-in tries again.
  void dispatch(profileCalls.endpoints.saveSettings.initiate({ body, key: newId() }))
}

type Theme = 'dark' | 'light'
const KEY = 'wastesense_theme_followed'
const note = (userId: string, darkMode: boolean) => `${userId} ${themeOf(darkMode)}`

export const themeOf = (darkMode: boolean): Theme => (darkMode ? 'dark' : 'light')

/**
 * Returns the theme to apply; undefined keeps the current theme.
 * Each browser applies a saved theme only once.
 * A later choice in the browser therefore has priority until the user saves another theme on any device.
 */
export function themeToApply(storage: BrowserStorage, userId: string, answer: AnswerOf<'settings'>): Theme | undefined {
  if (!answer.saved) return undefined
  const { darkMode } = answer.settings
  if (storage.getItem(KEY) === note(userId, darkMode)) return undefined
  recordAppliedTheme(storage, userId, darkMode)
  return themeOf(darkMode)
}

/** Records that this browser has applied the user's saved theme. */
export function recordAppliedTheme(storage: BrowserStorage, userId: string, darkMode: boolean): void {
  storage.setItem(KEY, note(userId, darkMode))
}
