/** Applies a user's saved settings after sign-in. */
import type { AnswerOf } from '#contract/endpoints.ts'
import type { Session } from '#contract/views.ts'
import { newId, type useAppDispatch } from '#web/lib/api/api.ts'
import { browserStorage } from '#web/lib/format/storage.ts'
import { chosenLocale, showSavedLanguage } from '#web/lib/language/language.tsx'
import { profileCalls } from './profile-calls.ts'
import { type Theme, themeToApply } from './saved-theme.ts'

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
