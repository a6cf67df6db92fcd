/**
 * Translates form errors.
 * Schemas have English texts; the servers' catalogues have their translations.
 */
import { type Messages, setupI18n } from '@lingui/core'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import type { ReactNode } from 'react'
import { toSchemaMessage } from '#contract/http/schema-texts.ts'
import { type Locale, STAFF_LOCALES } from '#contract/languages/locales.ts'
import type { Message, Translator } from '#contract/languages/message.ts'
import { formatValues } from '#contract/languages/values.ts'
import { readerLocales } from '#domain/reader-locale.ts'

const catalogues = import.meta.glob<{ messages: Messages }>('../../../../contract/languages/*/{server,server-staff}.po')

/** Returns a schema's translated errors by field path; untranslated texts stay English. */
export async function translateErrors(
  errors: Record<string, ReactNode>,
  locale: Locale,
): Promise<Record<string, ReactNode>> {
  if (Object.keys(errors).length === 0) return errors
  const names = STAFF_LOCALES.includes(locale) ? ['server', 'server-staff'] : ['server']
  const files = names.map((name) => catalogues[`../../../../contract/languages/${locale}/${name}.po`]?.())
  const messages = Object.assign({}, ...(await Promise.all(files)).map((file) => file?.messages)) as Messages
  const i18n = setupI18n({ locale, locales: readerLocales(locale), messages: { [locale]: messages } })

  const isKnown = ({ message }: Message) => Object.hasOwn(messages, generateMessageId(message))
  const translate: Translator = ({ message, values = {} }) =>
    isKnown({ message }) ? i18n._(generateMessageId(message), formatValues(values, locale, translate)) : message
  const errorIn = (error: ReactNode) => {
    if (typeof error !== 'string') return error
    const message = toSchemaMessage(error)
    return isKnown(message) ? translate(message) : error
  }
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, errorIn(error)]))
}
