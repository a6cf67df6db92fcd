/**
 * Formats numbers in messages, sentences and screens.
 * `locale` is the reader's locale; by default it is the process's locale.
 */
import { cacheByReaderLocale } from './reader-locale.ts'

/**
 * Returns a function that formats numbers.
 * Formatters are reused, because creating one takes longer than a hundred uses.
 */
export function createNumberFormatter(
  options?: Intl.NumberFormatOptions,
): (value: number | bigint, locale?: string) => string {
  const format = cacheByReaderLocale((locales) => new Intl.NumberFormat(locales, options))
  return (value, locale) => format(locale).format(value)
}

/** Formats a number with thousands separators: '2,500', '0.125'. */
export const formatNumber = createNumberFormatter()

/** Returns a function that formats numbers with fixed decimals. */
export const createFixedDecimalsFormatter = (digits: number) =>
  createNumberFormatter({ minimumFractionDigits: digits, maximumFractionDigits: digits })

/** Formats a number with exactly one decimal: '12.0', '1,250.4'. */
export const formatOneDecimal = createFixedDecimalsFormatter(1)

/**
 * Returns a number or text with its unit, such as '12.5 km' or '2,500 kg'.
 * A non-breaking space joins the two.
 */
export const withUnit = (number: number | string, unit: string, locale?: string) =>
  `${typeof number === 'number' ? formatNumber(number, locale) : number}\u00a0${unit}`

/**
 * Returns a count with its noun, such as '1 bin' or '1,050 bins'.
 * `noun` is a singular with a plural in s.
 */
export const formatCountedNoun = (count: number, noun: string) =>
  `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
