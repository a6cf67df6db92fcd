/** Reads the server's message catalogues. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parsePo } from 'pofile-ts'
import { PSEUDO_LOCALE, SOURCE_LOCALE, STAFF_LOCALES, type TextLocale } from '#contract/languages/locales.ts'
import type { Translator } from '#contract/languages/message.ts'
import { createTranslator, translateToEnglish } from '#contract/languages/translate.ts'

const FOLDER = path.join(import.meta.dirname, '../../contract/languages')

const translators = new Map<TextLocale, Translator>([[SOURCE_LOCALE, translateToEnglish]])

/** Returns a language's translator, which reads the catalogue once. */
export function translatorOf(locale: TextLocale = SOURCE_LOCALE): Translator {
  const translate = translators.get(locale) ?? createTranslator(locale, readCatalogue(locale))
  translators.set(locale, translate)
  return translate
}

/** Returns translations by their English text. */
function readCatalogue(locale: TextLocale): Map<string, string> {
  if (locale === PSEUDO_LOCALE) return new Map()
  const names = STAFF_LOCALES.includes(locale) ? ['server', 'server-staff'] : ['server']
  const items = names.flatMap((name) => parsePo(readFileSync(path.join(FOLDER, locale, `${name}.po`), 'utf8')).items)
  return new Map(items.flatMap(({ msgid, msgstr: [text] }) => (text ? [[msgid, text]] : [])))
}
