/** Returns the language and time zone of a reader's notifications. */
import type { TextLocale } from '#contract/languages/locales.ts'
import type { NotificationRenderContext } from '#contract/notifications/messages.ts'
import { translatorOf } from '#platform/languages/catalogues.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { readConfiguration } from '../lookups/configuration.ts'

export async function loadNotificationContext(
  rows: Rows<'configuration'>,
  locale?: TextLocale,
): Promise<NotificationRenderContext> {
  const { city } = await readConfiguration(rows)
  return { translate: translatorOf(locale), timeZone: city.timeZone }
}
