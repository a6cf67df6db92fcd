/** Field to choose the language of this browser. */

import { t } from '@lingui/core/macro'
import { LANGUAGE_NAMES, LOCALES, type Locale } from '#contract/languages/locales.ts'
import { type CatalogueArea, chooseLocale, i18n } from '#web/lib/language/language.tsx'
import classes from './language-select.module.css'

const isReviewed = (locale: Locale) => REVIEWED_LOCALES.includes(locale)

/** Longest time in ms until the field reappears after a language change. */
const SHOWN_AGAIN_MS = 3_000
let chosenAt = Number.NEGATIVE_INFINITY

/**
 * Returns the focus to the language field.
 * A language change renders the whole app again, so the field loses the focus.
 */
function focusAgain(select: HTMLSelectElement | null) {
  const isAgain = performance.now() - chosenAt < SHOWN_AGAIN_MS
  if (isAgain && document.activeElement === document.body) select?.focus()
}

interface LanguageSelectProps {
  area: CatalogueArea
  id?: string
  className?: string
}

/**
 * Field to choose a language.
 * Languages not checked by a native speaker form a separate, labelled group.
 */
export function LanguageSelect({ area, id, className = '' }: LanguageSelectProps) {
  async function choose(value: string) {
    const locale = LOCALES.find((known) => known === value)
    if (!locale) return
    chosenAt = performance.now()
    await chooseLocale(locale, area)
  }
  return (
    <select
      ref={focusAgain}
      id={id}
      className={`${classes.select} ${className}`}
      aria-label={id ? undefined : t`Language`}
      value={i18n.locale}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      <Languages locales={LOCALES.filter(isReviewed)} />
      <optgroup label={t`Not yet checked by a speaker`}>
        <Languages locales={LOCALES.filter((locale) => !isReviewed(locale))} />
      </optgroup>
    </select>
  )
}

function Languages({ locales }: { locales: readonly Locale[] }) {
  return locales.map((locale) => (
    <option key={locale} value={locale} lang={locale}>
      {LANGUAGE_NAMES[locale]}
    </option>
  ))
}
