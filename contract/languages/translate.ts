/** Renders messages in a language. */
import { setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { readerLocales } from '#domain/reader-locale.ts'
import { PSEUDO_LOCALE, SOURCE_LOCALE, type TextLocale } from './locales.ts'
import type { Translator } from './message.ts'
import { pseudolocalizeMessage } from './pseudo.ts'
import { formatValues } from './values.ts'

/**
 * Returns a function that renders messages in one language.
 * `translations` maps English texts to ICU messages.
 * A text without a translation is rendered in English.
 */
export function createTranslator(locale: TextLocale, translations: ReadonlyMap<string, string>): Translator {
  const i18n = setupI18n({ locale, locales: readerLocales(locale), messages: { [locale]: {} } })
  /**
   * Renders a text outside the catalogues, such as a library's.
   * Caches nothing, because the number of such texts has no limit.
   */
  const plain = (text: string) => (locale === PSEUDO_LOCALE ? pseudolocalizeMessage([text]).join('') : text)
  /**
   * Compiles each text once.
   * The English text is also the id.
   */
  const compile = (text: string) => {
    const compiled = compileMessage(translations.get(text) ?? text)
    i18n.load(locale, { [text]: locale === PSEUDO_LOCALE ? pseudolocalizeMessage(compiled) : compiled })
  }
  const translate: Translator = ({ message, values }) => {
    if (!values && !translations.has(message)) return plain(message)
    if (!Object.hasOwn(i18n.messages, message)) compile(message)
    return i18n._(message, values && formatValues(values, locale, translate))
  }
  return translate
}

/** Renders a message in English. */
export const translateToEnglish: Translator = createTranslator(SOURCE_LOCALE, new Map())
