/** Returns the language and time zone in which notifications are rendered. */
import type { Reader } from '#contract/notifications/messages.ts'
import type { Rows } from '#platform/read-store/rows.ts'
import { readConfiguration } from '../lookups/configuration.ts'

/** English is the only language so far. */
export async function readerOf(rows: Rows<'configuration'>): Promise<Reader> {
  const { city } = await readConfiguration(rows)
  return { locale: 'en', timeZone: city.timeZone }
}
