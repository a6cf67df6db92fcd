/** Formats and parses numbers. */
import { fixedDecimals, numberFormatter, withUnit } from '#domain/number-format.ts'

export {
  countNoun as counted,
  formatNumber as figure,
  formatTenths as tenths,
  numberFormatter as inNumbers,
  withUnit,
} from '#domain/number-format.ts'

/** Parses a number field: undefined if empty, NaN if it is no number. */
export function numberIn(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text)
}

/** Format with a fixed number of decimals: '1,250', '315.00'. */
export const wholes = fixedDecimals(0)
export const hundredths = fixedDecimals(2)

/** Formats estimates, such as kilometres and litres, with at most one decimal. */
export const amount = numberFormatter({ maximumFractionDigits: 1 })

/** Formats as '12.3 GB', '512 MB', in powers of 1,000 as on disk labels. */
export function bytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, count < 1 ? 0 : Math.floor(Math.log10(count) / 3))
  const value = count / 1_000 ** power
  return withUnit(value < 10 && power > 0 ? value.toFixed(1) : Math.round(value), units[power] as string)
}
