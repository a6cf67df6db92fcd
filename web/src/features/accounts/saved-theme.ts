/** Which theme a person meets at sign-in: the saved one, unless this browser has followed it before. */
import type { AnswerOf } from '#contract/endpoints.ts'
import type { Remembered } from '#web/format/storage.ts'

export type Theme = 'dark' | 'light'
const KEY = 'wastesense_theme_followed'
const note = (userId: string, darkMode: boolean) => `${userId} ${themeOf(darkMode)}`

export const themeOf = (darkMode: boolean): Theme => (darkMode ? 'dark' : 'light')

/**
 * The theme to change to, undefined to leave what is shown. A saved theme is followed once by each browser, so that what
 * somebody switches here afterwards stays, until they save another theme, here or on another device.
 */
export function themeToFollow(storage: Remembered, userId: string, answer: AnswerOf<'settings'>): Theme | undefined {
  if (!answer.saved) return undefined
  const { darkMode } = answer.settings
  if (storage.getItem(KEY) === note(userId, darkMode)) return undefined
  themeFollowed(storage, userId, darkMode)
  return themeOf(darkMode)
}

/** Notes that this browser shows the saved theme of this person. */
export function themeFollowed(storage: Remembered, userId: string, darkMode: boolean): void {
  storage.setItem(KEY, note(userId, darkMode))
}
