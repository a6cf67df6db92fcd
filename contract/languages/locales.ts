/** Languages of the product. */
import { lookUp } from '#domain/dictionary.ts'

/** BCP 47 tags; `ak` is Twi, `gaa` is Ga, `ee` is Ewe. */
export const LOCALES = ['en', 'fr', 'ak', 'ha', 'gaa', 'ee'] as const
export type Locale = (typeof LOCALES)[number]

/** Language in which all texts are written in the source code. */
export const SOURCE_LOCALE: Locale = 'en'

/**
 * Languages of screens for staff.
 * With other languages, staff see English.
 */
export const STAFF_LOCALES: readonly Locale[] = ['en', 'fr']

/**
 * Test language: English with accents, 40 % longer.
 * Tests of layouts and catalogues use it, users never.
 */
export const PSEUDO_LOCALE = 'en-XA'
/** A language in which texts can be rendered. */
export type TextLocale = Locale | typeof PSEUDO_LOCALE

/** Name of each language in that language. */
export const LANGUAGE_NAMES: Record<Locale, string> = {
  en: 'English',
  fr: 'Français',
  ak: 'Twi',
  ha: 'Hausa',
  gaa: 'Gã',
  ee: 'Eʋegbe',
}

/** Other tags that browsers send for the product's languages. */
const ALIASES: Record<string, Locale> = { tw: 'ak', twi: 'ak', fat: 'ak', aka: 'ak', hau: 'ha', ewe: 'ee', fra: 'fr' }

/**
 * Returns the best language for preferred tags, such as ['tw-GH', 'en'].
 * Returns undefined if none matches.
 */
export function matchLocale(tags: readonly string[]): TextLocale | undefined {
  for (const tag of tags) {
    if (tag.trim() === PSEUDO_LOCALE) return PSEUDO_LOCALE
    const language = tag.trim().toLowerCase().split('-')[0] ?? ''
    const locale = LOCALES.find((known) => known === language) ?? lookUp(ALIASES, language)
    if (locale) return locale
  }
  return undefined
}

/** Returns an Accept-Language header's best language (RFC 9110, section 12.5.4). */
export function localeOfLanguageHeader(header: string | undefined): TextLocale {
  const ranges = (header ?? '')
    .slice(0, 1_000)
    .split(',')
    .map((range, index) => {
      const [tag = '', ...parameters] = range.split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean)
      return { tag, quality: quality === undefined ? 1 : Number(quality), index }
    })
  const wanted = ranges.filter(({ quality }) => quality > 0).sort((a, b) => b.quality - a.quality || a.index - b.index)
  return matchLocale(wanted.map(({ tag }) => tag)) ?? SOURCE_LOCALE
}
