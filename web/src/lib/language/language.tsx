/**
 * Provides the reader's language and the texts in this tab.
 * A language chosen in this browser has priority over the browser's settings.
 * Texts are English until another language has loaded.
 * The component Trans renders a message.
 */

import { i18n, type Messages } from '@lingui/core'
import { Trans as LinguiTrans, type TransProps } from '@lingui/react'
import {
  LOCALES,
  type Locale,
  matchLocale,
  PSEUDO_LOCALE,
  SOURCE_LOCALE,
  STAFF_LOCALES,
  type TextLocale,
} from '#contract/languages/locales.ts'
import { readerLocales, setReaderLocale } from '#domain/reader-locale.ts'
import { browserStorage } from '#web/lib/format/storage.ts'

for (const locale of [...LOCALES, PSEUDO_LOCALE]) i18n.load(locale, {})
i18n.activate(SOURCE_LOCALE, readerLocales())

export { i18n }

const mayBeMarkup = (value: unknown) => typeof value === 'string' && value.includes('<')

/**
 * Renders a translated message.
 * Its values are never rendered as markup.
 * Lingui looks for tags in the finished sentence, including the values.
 * A value with '<' is therefore passed as a React element, which Lingui does not parse.
 */
export function Trans({ values, ...props }: TransProps) {
  const safe = Object.entries(values ?? {}).map(([name, value]) => [name, mayBeMarkup(value) ? [value] : value])
  return <LinguiTrans {...props} values={values && Object.fromEntries(safe)} />
}

/**
 * Storage key of the chosen language.
 * web/pre-hydration.js reads it, web/form-replay.js writes it.
 */
const STORAGE_KEY = 'wastesense_language'

/**
 * Screens on which the texts of a language catalogue appear.
 * Every screen needs the catalogue of the residents.
 */
export type CatalogueArea = 'residents' | 'staff'

const catalogues = import.meta.glob<{ messages: Messages }>('../../../../contract/languages/*/{residents,staff}.po')

/**
 * Text catalogues that have been loaded, each named by its language and screen area.
 * The catalogue of the test language covers all areas.
 */
const loaded = new Set<string>()

/** Returns the language chosen in this browser, if any. */
export function getChosenLocale(): Locale | undefined {
  const chosen = browserStorage.getItem(STORAGE_KEY)
  return LOCALES.find((locale) => locale === chosen)
}

/** Returns this browser's chosen language, otherwise the best match for its settings. */
export function getPreferredLocale(): TextLocale {
  if (browserStorage.getItem(STORAGE_KEY) === PSEUDO_LOCALE) return PSEUDO_LOCALE
  const chosen = getChosenLocale()
  if (chosen) return chosen
  return (typeof navigator === 'undefined' ? undefined : matchLocale(navigator.languages)) ?? SOURCE_LOCALE
}

/** Returns the screen's language; the test language counts as English. */
export const getCurrentLanguage = (): Locale => LOCALES.find((locale) => locale === i18n.locale) ?? SOURCE_LOCALE

/** Shows the user's saved language, unless a language was chosen in this browser. */
export async function showSavedLanguage(saved: Locale | undefined, area: CatalogueArea): Promise<void> {
  if (saved && browserStorage.getItem(STORAGE_KEY) === null) await chooseLocale(saved, area)
}

/** Stores the chosen language in this browser and shows it. */
export async function chooseLocale(locale: Locale, area: CatalogueArea): Promise<void> {
  browserStorage.setItem(STORAGE_KEY, locale)
  await showLanguage(area)
}

/**
 * Shows the app in the preferred language, with the texts of an area (such as staff).
 * If a catalogue cannot load, its texts stay English.
 */
export async function showLanguage(area: CatalogueArea): Promise<void> {
  const locale = getPreferredLocale()
  let language: TextLocale = locale
  try {
    await Promise.all(
      area === 'staff'
        ? [loadCatalogue(locale, 'residents'), loadCatalogue(locale, 'staff')]
        : [loadCatalogue(locale, area)],
    )
  } catch (error) {
    console.warn(`The texts in ${locale} could not be loaded.`, error)
    language = SOURCE_LOCALE
  }
  // Ignores the loaded language if the user chose another one while it loaded.
  if (locale !== getPreferredLocale()) return
  if (typeof document !== 'undefined') document.documentElement.lang = language
  if (i18n.locale === locale) return
  setReaderLocale(locale)
  i18n.activate(locale, readerLocales(locale))
}

async function loadCatalogue(locale: TextLocale, area: CatalogueArea): Promise<void> {
  if (locale === SOURCE_LOCALE || loaded.has(`${locale} ${area}`)) return
  if (locale === PSEUDO_LOCALE) {
    const { usePseudoMessages } = await import('./pseudo.ts')
    if (!loaded.has(locale)) usePseudoMessages(i18n)
    loaded.add(locale)
    return
  }
  if (area === 'staff' && !STAFF_LOCALES.includes(locale)) return
  const catalogue = catalogues[`../../../../contract/languages/${locale}/${area}.po`]
  if (!catalogue) throw new Error(`There is no catalogue '${area}' in ${locale}.`)
  i18n.load(locale, (await catalogue()).messages)
  loaded.add(`${locale} ${area}`)
}
