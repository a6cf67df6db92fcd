/** Values in messages, formatted in the reader's language. */

import type { TextLocale } from '#contract/languages/locales.ts'
import {
  type LocalizedValue,
  type Message,
  type MessageValue,
  msg,
  type Translator,
} from '#contract/languages/message.ts'
import { formatDateTimeIn, formatShortDay, formatTimeIn } from '#domain/city-time.ts'
import { formatNumber, formatOneDecimal, withUnit } from '#domain/number-format.ts'
import { cacheByReaderLocale } from '#domain/reader-locale.ts'

/** Formats a number with thousands separators. */
export const toNumberValue =
  (value: number | bigint): LocalizedValue =>
  (locale) =>
    formatNumber(value, locale)

/** Formats a number with one decimal, even if it is 0. */
export const toOneDecimalValue =
  (value: number): LocalizedValue =>
  (locale) =>
    formatOneDecimal(value, locale)

/** Formats a number with the symbol of its unit, such as kg. */
export const toQuantityValue =
  (value: number, unit: string): LocalizedValue =>
  (locale) =>
    withUnit(value, unit, locale)

/** Formats litres, such as '1,500 litres'. */
export const toLitresValue =
  (value: number): LocalizedValue =>
  (locale, translate) =>
    withUnit(value, translate(msg`litres`), locale)

/** Formats a number with one decimal and the symbol of its unit. */
export const toOneDecimalQuantityValue =
  (value: number, unit: string): LocalizedValue =>
  (locale) =>
    withUnit(formatOneDecimal(value, locale), unit)

/** Formats a moment (ISO 8601) as a time of day in the city's time zone. */
export const toTimeValue =
  (timeZone: string, at: string): LocalizedValue =>
  (locale) =>
    formatTimeIn(timeZone, at, locale)

/** Formats a moment (ISO 8601) as day and time in the city's time zone. */
export const toDateTimeValue =
  (timeZone: string, at: string): LocalizedValue =>
  (locale) =>
    formatDateTimeIn(timeZone, at, locale)

/** Formats a day such as 2026-11-24. */
export const toDayValue =
  (value: string): LocalizedValue =>
  (locale) =>
    formatShortDay(value, locale)

const conjunction = cacheByReaderLocale((locales) => new Intl.ListFormat(locales, { type: 'conjunction' }))

/** Formats names or messages as a list: 'a, b and c'. */
export const toListMessageValue =
  (parts: readonly (string | Message)[]): LocalizedValue =>
  (locale, translate) =>
    conjunction(locale).format(parts.map((part) => (typeof part === 'string' ? part : translate(part))))

/** Joins messages that are complete on their own, such as sentences. */
export const joinMessages = (parts: readonly Message[], separator = ' '): Message => ({
  message: '{parts}',
  values: { parts: (_, translate) => parts.map(translate).join(separator) },
})

/** Returns a message for a text that is never translated, such as a name or what a person wrote. */
export const toUntranslatedMessage = (text: string): Message => ({ message: '{text}', values: { text } })

/** Matches characters that have a meaning in the syntax of messages. */
const SYNTAX = /[{}]|''/

/**
 * Returns the message for an English text that our own code stored or passed on, such as why a job failed.
 * The text must come from msg`…`.message, so that the catalogues have it.
 * Never use it for texts that people wrote.
 */
export const parseStoredMessage = (text: string): Message =>
  SYNTAX.test(text) ? toUntranslatedMessage(text) : { message: text }

/**
 * Formats values in the reader's language.
 * Numbers of plural forms stay numbers, because the choice of the form needs them.
 */
export function formatValues(
  values: Record<string, MessageValue>,
  locale: TextLocale,
  translate: Translator,
): Record<string, string | number> {
  const write = (value: MessageValue) => {
    if (typeof value === 'function') return value(locale, translate)
    return typeof value === 'object' ? translate(value) : value
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)]))
}
