/** Values of messages, written in the reader's language. */

import type { TextLocale } from '#contract/languages/locales.ts'
import { type Message, msg, type Translate, type Value, type Written } from '#contract/languages/message.ts'
import { shortDay, shortMomentIn, timeIn } from '#domain/city-time.ts'
import { formatNumber, formatTenths, withUnit } from '#domain/number-format.ts'
import { inReaderLocale } from '#domain/reader-locale.ts'

/** Writes a number with thousands separators. */
export const number =
  (value: number | bigint): Written =>
  (locale) =>
    formatNumber(value, locale)

/** Writes a number with one decimal, even if it is 0. */
export const tenths =
  (value: number): Written =>
  (locale) =>
    formatTenths(value, locale)

/** Writes a number with the symbol of its unit, such as kg. */
export const quantity =
  (value: number, unit: string): Written =>
  (locale) =>
    withUnit(value, unit, locale)

/** Writes litres, such as '1,500 litres'. */
export const inLitres =
  (value: number): Written =>
  (locale, translate) =>
    withUnit(value, translate(msg`litres`), locale)

/** Writes a number with one decimal and the symbol of its unit. */
export const tenthsOf =
  (value: number, unit: string): Written =>
  (locale) =>
    withUnit(formatTenths(value, locale), unit)

/** Writes a moment (ISO 8601) as the city's time of day. */
export const time =
  (timeZone: string, at: string): Written =>
  (locale) =>
    timeIn(timeZone, at, locale)

/** Writes a moment (ISO 8601) as the city's day and time. */
export const moment =
  (timeZone: string, at: string): Written =>
  (locale) =>
    shortMomentIn(timeZone, at, locale)

/** Writes a day such as 2026-11-24. */
export const day =
  (value: string): Written =>
  (locale) =>
    shortDay(value, locale)

const conjunction = inReaderLocale((locales) => new Intl.ListFormat(locales, { type: 'conjunction' }))

/** Writes names or messages as 'a, b and c'. */
export const listed =
  (parts: readonly (string | Message)[]): Written =>
  (locale, translate) =>
    conjunction(locale).format(parts.map((part) => (typeof part === 'string' ? part : translate(part))))

/** Joins messages that are whole by themselves, such as sentences. */
export const joined = (parts: readonly Message[], separator = ' '): Message => ({
  message: '{parts}',
  values: { parts: (_, translate) => parts.map(translate).join(separator) },
})

/** Returns a message of a text that is never translated, such as a name or what a person wrote. */
export const verbatim = (text: string): Message => ({ message: '{text}', values: { text } })

/** Matches characters with a meaning in the syntax of messages. */
const SYNTAX = /[{}]|''/

/**
 * Returns the message of an English text that our own code stored or passed on, such as why a job failed.
 * The text comes from msg`…`.message, so the catalogues have it.
 * Never use it for texts that people wrote.
 */
export const ownText = (text: string): Message => (SYNTAX.test(text) ? verbatim(text) : { message: text })

/**
 * Writes values in the reader's language.
 * Plural forms need the number itself, so it stays.
 */
export function written(
  values: Record<string, Value>,
  locale: TextLocale,
  translate: Translate,
): Record<string, string | number> {
  const write = (value: Value) => {
    if (typeof value === 'function') return value(locale, translate)
    return typeof value === 'object' ? translate(value) : value
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)]))
}
