/** Test helpers: notifications in English, with the default time zone. */
import { translateToEnglish } from '#contract/languages/translate.ts'
import { DEFAULT_CITY } from '#domain/city-settings.ts'
import { type NotificationRenderContext, type RenderedNotification, renderNotification } from './messages.ts'
import type { NotificationText } from './texts.ts'

/** Returns an event or command with its notification text in English. */
export function renderInEnglish<T extends { text: NotificationText }>(
  { text, ...rest }: T,
  timeZone = DEFAULT_CITY.timeZone,
): Omit<T, 'text'> & RenderedNotification {
  const reader: NotificationRenderContext = { translate: translateToEnglish, timeZone }
  return { ...rest, ...renderNotification(text, reader) }
}
