/** Data of charts: series, days and shares. */

import { plural, t } from '@lingui/core/macro'
import { MATERIALS, type Material } from '#domain/city.ts'
import { type Composition, mapMaterials } from '#domain/materials.ts'
import { withColon } from '#web/lib/format/labels.ts'
import { materialColorOf, materialLabelOf } from '#web/lib/format/names.ts'
import { formatOneDecimal, formatWhole, formatUpToTenths as upToTenths, withUnit } from '#web/lib/format/numbers.ts'
import { formatWeekdayDate } from '#web/lib/format/times.ts'

export interface ChartDatum {
  key: string
  label: string
  value: number
  /**
   * CSS colour of a value in a chart.
   * Colours from `seriesColourOf` have no meaning; they only distinguish values.
   */
  color: string
}

/** Returns one of five neutral colours, readable on a panel in both themes. */
export const seriesColourOf = (index: number) => `var(--ws-series-${(index % 5) + 1})`

/** Formats a number with at most one decimal: '12', '1,250.4'. */
export const formatChartAmount = upToTenths

/** Unit of a chart's amounts. */
export type ChartUnit = 'reports' | 'tonnes' | 'trucks' | 'users'

/** Formats an amount with unit: '12 users', '1 user', '12.5 t'. */
export function formatUnitAmount(value: number, unit: ChartUnit): string {
  if (unit === 'tonnes') return withUnit(formatChartAmount(value), 't')
  if (unit === 'reports') return plural(value, { one: '# report', other: '# reports' })
  if (unit === 'trucks') return plural(value, { one: '# truck', other: '# trucks' })
  return plural(value, { one: '# user', other: '# users' })
}

/** Returns an amount column's heading: 'Number of users', 'Weight (t)'. */
export function unitHeadingOf(unit: ChartUnit): string {
  const columns: Record<ChartUnit, string> = {
    reports: t`Number of reports`,
    tonnes: t`Weight (t)`,
    trucks: t`Number of trucks`,
    users: t`Number of users`,
  }
  return columns[unit]
}

// A chart, its legend and its table show the same shares.
// The shares sum to exactly 100.

/**
 * Returns percentages of the total, rounded to a sum of 100 (largest remainders).
 * Returns zeros for a total of zero.
 */
export function roundShares(amounts: readonly number[], digits = 0): number[] {
  const positive = amounts.map((formatUnitAmount) => Math.max(0, formatUnitAmount))
  const total = positive.reduce((sum, formatUnitAmount) => sum + formatUnitAmount, 0)
  if (total <= 0) return positive
  const unit = 10 ** digits
  const exact = positive.map((formatUnitAmount) => (formatUnitAmount / total) * 100 * unit)
  const whole = exact.map(Math.floor)
  const missing = Math.round(100 * unit - whole.reduce((sum, share) => sum + share, 0))
  const remainder = (index: number) => exact[index]! - whole[index]!
  const byRemainder = exact.map((_, index) => index).sort((a, b) => remainder(b) - remainder(a))
  for (const index of byRemainder.slice(0, missing)) whole[index]! += 1
  return whole.map((share) => share / unit)
}

/**
 * Formats amounts as shares such as '40 %'.
 * If any is below one percent, all have one decimal.
 */
export function formatShares(amounts: readonly number[]): string[] {
  const total = amounts.reduce((sum, formatUnitAmount) => sum + Math.max(0, formatUnitAmount), 0)
  const digits = amounts.some((formatUnitAmount) => formatUnitAmount > 0 && formatUnitAmount / total < 0.01) ? 1 : 0
  const written = digits === 1 ? formatOneDecimal : formatWhole
  return roundShares(amounts, digits).map((share, index) =>
    share === 0 && amounts[index]! > 0 ? withUnit('< 0.1', '%') : withUnit(share === 0 ? 0 : written(share), '%'),
  )
}

/**
 * Returns all seven materials, including those without an amount.
 * Each material therefore always has the same place in a chart.
 */
export function toMaterialData(amounts: Readonly<Partial<Record<Material, number>>>): ChartDatum[] {
  return MATERIALS.map((material) => ({
    key: material,
    label: materialLabelOf(material),
    value: amounts[material] ?? 0,
    color: materialColorOf(material),
  }))
}

/** Splits a weight by a composition, without rounding, because charts show exact shares. */
export const materialWeightsOf = (composition: Composition, weight: number): ChartDatum[] =>
  toMaterialData(mapMaterials((material) => (weight * (composition[material] ?? 0)) / 100))

export interface DaySeries {
  key: string
  label: string
  /** CSS colour of the series. */
  color: string
  /** Figure of each day; null for an unknown figure. */
  values: readonly (number | null)[]
  /**
   * Likely range of each day.
   * A series with ranges is a forecast, drawn dashed.
   */
  band?: readonly (readonly [low: number, high: number] | null)[]
}

/**
 * Returns the indexes of the days that get a label on a chart's axis.
 * The last day always has a label.
 * `least` is the minimum distance between labels in px.
 */
export function chooseLabelledDayIndexes(places: readonly number[], least: number): number[] {
  const named: number[] = []
  for (let index = places.length - 1; index >= 0; index--) {
    const next = named[0]
    if (next === undefined || places[next]! - places[index]! >= least) named.unshift(index)
  }
  return named
}

/**
 * Returns a day's text: 'Mon 5 Jan: Reports 12, Collected 8'.
 * `write` adds the unit.
 */
export function describeDayFigures(
  day: string,
  index: number,
  seriesColour: readonly DaySeries[],
  write: (value: number) => string,
): string {
  const figures = seriesColour.map((entry) => `${entry.label} ${describeDayFigure(entry, index, write)}`)
  return withColon(formatWeekdayDate(day), figures.join(', '))
}

/** Formats a day's figure; a forecast also has the likely range. */
export function describeDayFigure(
  { values, band }: DaySeries,
  index: number,
  write: (value: number) => string,
): string {
  const between = band?.[index]
  const figure = formatFigure(values[index], write)
  return between ? t`${figure} (${write(between[0])} to ${write(between[1])})` : figure
}

/** Formats a figure with its unit, or says that it is unknown. */
const formatFigure = (value: number | null | undefined, write: (value: number) => string) =>
  value === null || value === undefined ? t`unknown` : write(value)

export const seriesTotalOf = ({ values }: DaySeries) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
