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

/** Formats a number with its unit's symbol, such as kg. */
export const toQuantityValue =
  (value: number, unit: string): LocalizedValue =>
  (locale) =>
    withUnit(value, unit, locale)

/** Formats litres, such as '1,500 litres'. */
export const toLitresValue =
  (value: number): LocalizedValue =>
  (locale, translate) =>
    withUnit(value, translate(msg`litres`), locale)

/** Formats a number with one decimal and its unit's symbol. */
export const toOneDecimalQuantityValue =
  (value: number, unit: string): LocalizedValue =>
  (locale) =>
    withUnit(formatOneDecimal(value, locale), unit)

/** Formats an ISO 8601 time as local time of day. */
export const toTimeValue =
  (timeZone: string, at: string): LocalizedValue =>
  (locale) =>
    formatTimeIn(timeZone, at, locale)

/** Formats an ISO 8601 time as local day and time. */
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

/** Returns a message for untranslated text, such as names. */
export const toUntranslatedMessage = (text: string): Message => ({ message: '{text}', values: { text } })

/** Matches characters that have a meaning in the syntax of messages. */
const SYNTAX = /[{}]|''/

/**
 * Returns the message for an English text from the source code, such as a stored error.
 * The text must come from msg`…`.message, because the catalogues contain only such texts.
 * Never use it for texts that people wrote.
 */
export const parseStoredMessage = (text: string): Message =>
  SYNTAX.test(text) ? toUntranslatedMessage(text) : { message: text }

/**
 * Formats a message's values in the reader's language.
 * Numbers that choose a plural form stay numbers.
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
