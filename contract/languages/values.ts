/** Values of messages, written in the reader's language. */

import type { TextLocale } from '#contract/languages/locales.ts'
import {
  type LocalizedValue,
  type Message,
  type MessageValue,
  msg,
  type Translate,
} from '#contract/languages/message.ts'
import { formatMomentIn, formatShortDay, formatTimeIn } from '#domain/city-time.ts'
import { formatNumber, formatTenths, withUnit } from '#domain/number-format.ts'
import { cacheByReaderLocale } from '#domain/reader-locale.ts'

/** Writes a number with thousands separators. */
export const numberValue =
  (value: number | bigint): LocalizedValue =>
  (locale) =>
    formatNumber(value, locale)

/** Writes a number with one decimal, even if it is 0. */
export const tenthsValue =
  (value: number): LocalizedValue =>
  (locale) =>
    formatTenths(value, locale)

/** Writes a number with the symbol of its unit, such as kg. */
export const quantityValue =
  (value: number, unit: string): LocalizedValue =>
  (locale) =>
    withUnit(value, unit, locale)

/** Writes litres, such as '1,500 litres'. */
export const litresValue =
  (value: number): LocalizedValue =>
  (locale, translate) =>
    withUnit(value, translate(msg`litres`), locale)

/** Writes a number with one decimal and the symbol of its unit. */
export const tenthsQuantityValue =
  (value: number, unit: string): LocalizedValue =>
  (locale) =>
    withUnit(formatTenths(value, locale), unit)

/** Writes a moment (ISO 8601) as the city's time of day. */
export const timeValue =
  (timeZone: string, at: string): LocalizedValue =>
  (locale) =>
    formatTimeIn(timeZone, at, locale)

/** Writes a moment (ISO 8601) as the city's day and time. */
export const momentValue =
  (timeZone: string, at: string): LocalizedValue =>
  (locale) =>
    formatMomentIn(timeZone, at, locale)

/** Writes a day such as 2026-11-24. */
export const dayValue =
  (value: string): LocalizedValue =>
  (locale) =>
    formatShortDay(value, locale)

const conjunction = cacheByReaderLocale((locales) => new Intl.ListFormat(locales, { type: 'conjunction' }))

/** Writes names or messages as 'a, b and c'. */
export const listValue =
  (parts: readonly (string | Message)[]): LocalizedValue =>
  (locale, translate) =>
    conjunction(locale).format(parts.map((part) => (typeof part === 'string' ? part : translate(part))))

/** Joins messages that are whole by themselves, such as sentences. */
export const joinMessages = (parts: readonly Message[], separator = ' '): Message => ({
  message: '{parts}',
  values: { parts: (_, translate) => parts.map(translate).join(separator) },
})

/** Returns a message of a text that is never translated, such as a name or what a person wrote. */
export const untranslatedMessage = (text: string): Message => ({ message: '{text}', values: { text } })

/** Matches characters with a meaning in the syntax of messages. */
const SYNTAX = /[{}]|''/

/**
 * Returns the message of an English text that our own code stored or passed on, such as why a job failed.
 * The text comes from msg`…`.message, so the catalogues have it.
 * Never use it for texts that people wrote.
 */
export const parseStoredMessage = (text: string): Message =>
  SYNTAX.test(text) ? untranslatedMessage(text) : { message: text }

/**
 * Writes values in the reader's language.
 * Plural forms need the number itself, so it stays.
 */
export function formatValues(
  values: Record<string, MessageValue>,
  locale: TextLocale,
  translate: Translate,
): Record<string, string | number> {
  const write = (value: MessageValue) => {
    if (typeof value === 'function') return value(locale, translate)
    return typeof value === 'object' ? translate(value) : value
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, write(value)]))
}
