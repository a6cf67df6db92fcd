/** Formats numbers, weights and loads. */
import { t } from '@lingui/core/macro'
import {
  createFixedDecimalsFormatter,
  createNumberFormatter,
  formatOneDecimal,
  withUnit,
} from '#domain/number-format.ts'

export {
  createNumberFormatter,
  formatCountedNoun,
  formatNumber,
  formatOneDecimal,
  withUnit,
} from '#domain/number-format.ts'

/** Parses a number field: undefined if empty, NaN if not a number. */
export function parseNumber(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text)
}

/** Formats a number without decimals ('1,250'). */
export const formatWhole = createFixedDecimalsFormatter(0)
export const formatHundredths = createFixedDecimalsFormatter(2)

/** Formats an estimate, such as kilometres or litres, with at most one decimal. */
export const formatUpToTenths = createNumberFormatter({ maximumFractionDigits: 1 })

/**
 * Formats bytes as '12.3 GB' or '512 MB'.
 * Units are powers of 1,000, as disk makers use them.
 */
export function formatBytes(count: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  const power = Math.min(units.length - 1, count < 1 ? 0 : Math.floor(Math.log10(count) / 3))
  const value = count / 1_000 ** power
  return withUnit(value < 10 && power > 0 ? value.toFixed(1) : Math.round(value), units[power] as string)
}

const toBillionths = createNumberFormatter({ maximumFractionDigits: 9 })
const toHundredths = createNumberFormatter({ maximumFractionDigits: 2 })

/** Formats kilograms as '1,140 kg', below 100 kg as '12.5 kg'. */
export const formatKg = (weight: number) =>
  withUnit(weight < 100 ? formatUpToTenths(weight) : formatWhole(weight), 'kg')

/** Formats kilograms without decimals: '1,140 kg', '13 kg'. */
export const formatWholeKg = (weight: number) => formatKg(Math.round(weight))

/** Formats kilograms as '1.2 t', below a tonne as '840 kg'. */
export const formatWeight = (weight: number) =>
  Math.abs(weight) < 1_000 ? formatWholeKg(weight) : formatTonnes(weight / 1_000)

/** Formats tonnes as '754.2 t', '1,000 t'. */
export const formatTonnes = (weight: number) => withUnit(formatUpToTenths(weight), 't')

/** Formats tonnes with one decimal: '754.0 t'. */
export const formatTonnesTenths = (weight: number) => withUnit(formatOneDecimal(weight), 't')

/** Formats percent with at most two decimals: '34.29 %', '40 %'. */
export const formatPercent = (share: number) => withUnit(toHundredths(share), '%')

/** Formats percent with all decimals, for exact comparisons: '100.008 %'. */
export const formatExactPercent = (share: number) => withUnit(toBillionths(share), '%')

/** Formats percent with one decimal: '8.0 %'. */
export const formatPercentTenths = (share: number) => withUnit(formatOneDecimal(share), '%')

/**
 * Formats a truck's load as '24.5 of 25 m³'.
 * Without a known capacity, as '24.5 m³'.
 */
export const formatLoadOfCapacity = (load: number, room: number) =>
  Number.isNaN(room)
    ? withUnit(formatUpToTenths(load), 'm³')
    : t`${formatUpToTenths(load)} of ${withUnit(formatUpToTenths(room), 'm³')}`
