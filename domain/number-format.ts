/** Formats numbers in messages, sentences and screens. */

/** Returns a number with thousands separators: '2,500', '0.125'. */
export const formatNumber = (number: number | bigint) => number.toLocaleString('en')

/**
 * Returns a formatter, which is created on first use and reused.
 * Creating one takes longer than a hundred uses.
 */
export function numberFormatter(options: Intl.NumberFormatOptions): (value: number) => string {
  let format: Intl.NumberFormat | undefined
  return (value) => {
    format ??= new Intl.NumberFormat('en', options)
    return format.format(value)
  }
}

/** Returns a formatter with a fixed count of decimals. */
export const fixedDecimals = (digits: number) =>
  numberFormatter({ minimumFractionDigits: digits, maximumFractionDigits: digits })

/** Formats with one decimal, even if it is 0: '12.0', '1,250.4'. */
export const formatTenths = fixedDecimals(1)

/**
 * Returns a number or its text with a unit: '12.5 km', '2,500 kg'.
 * No line breaks between them.
 */
export const withUnit = (number: number | string, unit: string) =>
  `${typeof number === 'number' ? formatNumber(number) : number}\u00a0${unit}`

/**
 * Returns '1 bin' or '1,050 bins'.
 * `noun` is singular and takes an s.
 */
export const countNoun = (count: number, noun: string) => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`
