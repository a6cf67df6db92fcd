/** Chooses the theme at sign-in: the user's saved theme, unless this browser has already applied it once. */
import type { AnswerOf } from '#contract/endpoints.ts'
import type { BrowserStorage } from '#web/lib/format/storage.ts'

export type Theme = 'dark' | 'light'
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
