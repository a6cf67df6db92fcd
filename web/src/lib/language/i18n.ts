/** The texts of this browser tab. They are English until another language has loaded. */
import { i18n } from '@lingui/core'
import { LOCALES, PSEUDO_LOCALE, SOURCE_LOCALE } from '#contract/languages/locales.ts'
import { readerLocales } from '#domain/reader-locale.ts'

for (const locale of [...LOCALES, PSEUDO_LOCALE]) i18n.load(locale, {})
i18n.activate(SOURCE_LOCALE, readerLocales())

export { i18n }
