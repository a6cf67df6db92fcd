/** Choice of the language that this browser shows. */

import { t } from '@lingui/core/macro'
import { LANGUAGE_NAMES, LOCALES, type Locale } from '#contract/languages/locales.ts'
import { i18n } from '#web/lib/language/i18n.ts'
import { type Area, chooseLocale } from '#web/lib/language/language.ts'
import classes from './language-select.module.css'

const isReviewed = (locale: Locale) => REVIEWED_LOCALES.includes(locale)

interface LanguageSelectProps {
  area: Area
  id?: string
  className?: string
}

/** Languages that no speaker has checked are in a group that says so. */
export function LanguageSelect({ area, id, className = '' }: LanguageSelectProps) {
  async function choose(value: string) {
    const locale = LOCALES.find((known) => known === value)
    if (!locale) return
    await chooseLocale(locale, area)
    // Everything was rendered again: the focus returns to the choice.
    setTimeout(() => document.querySelector<HTMLSelectElement>(`.${classes.select}`)?.focus())
  }
  return (
    <select
      id={id}
      className={`${classes.select} ${className}`}
      aria-label={id ? undefined : t`Language`}
      value={i18n.locale}
      onChange={(event) => void choose(event.currentTarget.value)}
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
